// What a lot is worth to a player, and what it leads to: facts of the rules, in sentences. The server counts them.

import { toned, type Explanation } from '../lib/explain.svelte'
import type { RaLead, RaLoss, RaStep, RaView, Standing } from '../lib/protocol'
import { alike } from '../lib/reasons'
import { total } from '../lib/view'
import { list, many, rulesAt, signed, spelled, tileName, tilesOf, upper, type Words } from '../lib/words'
import type { Seen } from './explained'
import { categoryOf, categoryTitle, ROWS } from './rows'

/** What a player is called inside a sentence. */
const inside = (who: string): string => (who === 'You' ? 'you' : who)
const would = (who: string, what: string): string => `${upper(inside(who))} would ${what}`

/** What a disaster takes. */
export function tellLoss({ disaster, owed, tiles, choice }: RaLoss, who: string, words: Words): string {
  const from = inside(who)
  const named = tileName(disaster, words)
  const lost = Object.entries(tiles)
  if (!lost.length) return `${named} finds nothing to take from ${from}`
  if (!choice) return `${named} takes ${list(lost.map(([kind, count]) => tilesOf(count, kind, words)))} from ${from}`
  const what = disaster === 'Unrest' ? many(owed, 'civilization') : many(owed, 'monument')
  const theirs = who === 'You' ? 'your' : 'their'
  return `${named} takes ${what.replace(String(owed), spelled(owed))} of ${theirs} choice from ${from}`
}

/** The next step of a set. */
function tellStep({ what, tile, more, points }: RaStep, words: Words, left: number): string {
  const count = `${spelled(more)} more`
  switch (what) {
    case 'civilization':
      return `${count} different ${more === 1 ? 'civilization' : 'civilizations'} would bring ${signed(points)}`
    case 'monuments':
      return `${count} kind of monument would bring ${signed(points)} after epoch III`
    case 'set':
      return `${count} ${tileName(tile ?? '', words)} would bring ${signed(points)} after epoch III (${left} ${words.supply})`
  }
}

/** What else a tile may bring to who has it: the next step of what it belongs to, and what is left for that. */
export function tellNext(kind: string, seat: number, { view, words }: Seen): string[] {
  const bagged = (other: string): string => `(${view.board.bag[other] ?? 0} ${words.supply})`
  const why = view.reasons?.[seat]
  const [floods, niles] = [why?.floods ?? 0, why?.niles ?? 0]
  if (!why) return []
  switch (kind) {
    case 'Nile':
      if (!floods) return [`A ${tileName('Flood', words)} would bring ${signed(niles + 1)} ${bagged('Flood')}.`]
      return [`Another ${tileName('Nile', words)} would bring +1 ${bagged('Nile')}.`]
    case 'Flood':
      return [`Every ${tileName('Nile', words)} that comes to it would bring +1 ${bagged('Nile')}.`]
    case 'Pharaoh':
      return tellRace(why.pharaohs, words, bagged('Pharaoh'))
  }
  const category = categoryOf(kind)
  const about: RaStep['what'][] = category === 'civilization' ? ['civilization'] : ['monuments', 'set']
  return (view.steps?.[seat] ?? [])
    .filter(({ what, tile }) => about.includes(what) && (tile === null || tile === kind))
    .map((step) => `${upper(tellStep(step, words, view.board.bag[step.tile ?? ''] ?? 0))}.`)
}

/** How far it is to the most Pharaohs, or from the fewest. */
function tellRace({ place, count, most, tied }: Standing, words: Words, left: string): string[] {
  const name = tileName('Pharaoh', words)
  const more = (missing: number): string => `${upper(spelled(missing))} more ${missing === 1 ? name : `${name}s`}`
  if (place === 'equal') return [`One more ${name} would be the most ${left}.`]
  if (place !== 'most') return [`${more(most - count)} would be as many as the most ${left}.`]
  return tied.length ? [`One more ${name} would be the most alone ${left}.`] : []
}

/** How Pharaohs would compare, and what that changes. */
function tellPharaohs(now: Standing, before: Standing | undefined, who: string, names: string[], words: Words): string {
  const held = tilesOf(now.count, 'Pharaoh', words)
  const same = before?.place === now.place
  const lost = before?.place === 'most' && now.place !== 'most' ? ', and lose the lead' : ''
  switch (now.place) {
    case 'most':
      return would(who, `${same ? 'still ' : ''}have the most, ${held}${alike(now, names)}`)
    case 'fewest':
      return would(who, `${same ? 'still ' : ''}have the fewest, ${held}${alike(now, names)}${lost}`)
    case 'between':
      return would(who, `have ${held}: ${now.most - now.count} short of the most${lost}`)
    case 'equal':
      return would(who, `have ${held}, as everyone: nobody scores for them`)
  }
}

/** Whether somebody can still win the lot. */
export function canWin(seat: number, { board: { seats, auction } }: Pick<RaView, 'board'>): boolean {
  const highest = Math.max(0, ...(seats[seat]?.suns_up ?? []))
  if (!auction || auction.bids[seat] === null) return highest > (auction?.best_bid ?? 0)
  return auction.best_bidder === seat
}

/** What it would cost somebody in Pharaohs, if another one won the lot. */
function tellElsewhere(seat: number, lead: RaLead, view: RaView, names: string[]): string[] {
  const who = names[seat] ?? '?'
  return lead.won_by.flatMap((points, winner) =>
    points < 0 && winner !== seat && canWin(winner, view)
      ? [`If ${inside(names[winner] ?? '?')} won it, ${inside(who)} would score ${-points} less for Pharaohs`]
      : [],
  )
}

/** Where a lot leads, the nearest first. */
export function tellLead(seat: number, { view, players, words }: Seen): string[] {
  const lead: RaLead | undefined = view.leads?.[seat]
  if (!lead) return []
  const { board } = view
  const names = players.map(({ name }, other) => (other === view.viewer ? 'You' : name))
  const who = names[seat] ?? '?'
  const gods = board.track.filter((kind) => kind === 'God').length
  const bagged = (kind: string): number => board.bag[kind] ?? 0
  const flood = tileName('Flood', words)
  const told = lead.losses.map((loss) => tellLoss(loss, who, words))
  if (lead.pharaohs) told.push(tellPharaohs(lead.pharaohs, view.reasons?.[seat]?.pharaohs, who, names, words))
  told.push(...tellElsewhere(seat, lead, view, names))
  if (lead.niles)
    told.push(
      `${tilesOf(lead.niles, 'Nile', words)} would wait for a ${flood}: ${signed(lead.niles + 1)} with it (${bagged('Flood')} ${words.supply})`,
    )
  // It is not among the points of the lot.
  told.push(...lead.steps.map((step) => `Then ${tellStep(step, words, bagged(step.tile ?? ''))}`))
  if (gods)
    told.push(
      `${gods === 1 ? 'The God scores 2, or takes' : `The ${gods} Gods score 2 each, or take`} a tile from a later track`,
    )
  return told
}

/** Whether somebody can bid in this epoch no more. */
export const isOut = (seat: number, { view }: Seen): boolean => !view.board.seats[seat]?.suns_up.length

/** This lot for a player: what it scores now, and what it leads to. */
export function explainLot(seat: number, seen: Seen): Explanation | null {
  const { view, words } = seen
  const sheet = view.lot?.[seat]
  if (!sheet) return null
  const who = seat === view.viewer ? 'you' : (seen.players[seat]?.name ?? '?')
  const parts = Object.entries(sheet).filter(([, points]) => points !== 0)
  const later = parts.some(([category]) => category === 'monuments') && view.board.epoch < 3
  const sun = `${words.sun} ${view.board.centre_sun}`
  const sum = total(sheet)
  const kinds = view.board.track.filter((kind) => kind !== null)
  return {
    name: `This lot for ${who}: ${signed(sum)}`,
    says: [
      ...(isOut(seat, seen)
        ? [`${who === 'you' ? 'You have' : `${who} has`} no ${words.sun} face up, and cannot win it.`]
        : []),
      `What ${kinds.length === 1 ? 'this tile' : `these ${kinds.length} tiles`} would change for ${who} if the epoch ended now${later ? ', and monuments in the end' : ''}. The ${sun} comes with ${kinds.length === 1 ? 'it' : 'them'}.`,
    ],
    facts: parts.length
      ? parts.map(([category, points]) => ({
          what: categoryTitle(category, words),
          value: signed(points),
          ...toned(points),
        }))
      : [{ what: 'Changes', value: 'nothing yet' }],
    then: tellLead(seat, seen),
    rules: rulesAt(words, rulesOf(kinds)),
  }
}

/** The rules by which the tiles of a lot score. */
function rulesOf(kinds: string[]): string[] {
  const found = kinds.flatMap((kind) => ROWS.rules?.(categoryOf(kind)) ?? ['R19'])
  return [...new Set(found)].sort()
}
