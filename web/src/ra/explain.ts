// What the tiles, suns, marks and tracks of Ra are, what they score now and what they may bring: facts of the rules, in an
// edition's words. What is counted comes from the server.

import { KINDS, type Category } from '../art/tiles'
import { toned, type Explanation, type Fact } from '../lib/explain.svelte'
import { total } from '../lib/view'
import { EPOCHS, list, percent, rulesAt, signed, spelled, tileName, tilesOf, upper, type Words } from '../lib/words'
import type { Crown } from './choices'
import type { Seen } from './explained'
import { tellLead, tellLoss, tellNext } from './lead'
import { explainRa } from './reasons'
import { categoryOf, categoryTitle, ROWS } from './rows'

/** The rules about the tiles of a kind. */
export const RULES: Readonly<Record<Category, string[]>> = {
  ra: ['R9', 'R23'],
  god: ['R26', 'R10'],
  gold: ['R27'],
  pharaoh: ['R28'],
  nile: ['R29'],
  flood: ['R29', 'R25'],
  civilization: ['R30'],
  monument: ['R31'],
  disaster: ['R19', 'R22'],
}

/** Whether the one who asks plays, and is called you. */
const isMe = ({ view }: Seen, seat: number): boolean => view.viewer === seat
export const nameOf = (seen: Seen, seat: number): string =>
  isMe(seen, seat) ? 'You' : (seen.players[seat]?.name ?? '?')
const namesOf = (seen: Seen): string[] => seen.players.map((_, seat) => nameOf(seen, seat))

/** What a tile is and does, in sentences. */
export function whatIs(kind: string, words: Words): string[] {
  const [nile, flood] = [tileName('Nile', words), tileName('Flood', words)]
  const lost = (what: string): string[] => [
    `A disaster: whoever takes it loses two ${what}, or as many as there are. Then it leaves the game.`,
  ]
  switch (kind) {
    case 'Ra':
      return [
        words.boat
          ? 'Moves the Sun Boat on and starts an auction. At the end of the river it ends the epoch instead.'
          : 'Goes on the Ra track and starts an auction. On the last space it ends the epoch instead.',
      ]
    case 'God':
      return [
        'Scores 2 at the end of the epoch. Or spend it on your turn: it takes a tile of your choice from the auction track, but no God.',
        'Either way it leaves the game.',
      ]
    case 'Gold':
      return ['Scores 3 at the end of the epoch. Then it leaves the game.']
    case 'Pharaoh':
      return [
        `At the end of every epoch the most ${tilesOf(2, kind, words).slice(2)} score +5, the fewest −2. Who is tied scores alike; where all have the same number, nobody scores. They stay.`,
      ]
    case 'Nile':
      return [`Scores 1 at the end of every epoch in which you have a ${flood}, otherwise nothing. It stays.`]
    case 'Flood':
      return [`Scores 1 at the end of the epoch, and lets each of your ${nile} tiles score 1. Then it leaves the game.`]
    case 'Funeral':
      return lost(`${tileName('Pharaoh', words)}s`)
    case 'Drought':
      return lost(`river tiles, first ${flood}, then ${nile}`)
    case 'Unrest':
      return lost('civilizations of their choice')
    case 'Earthquake':
      return lost('monuments of their choice')
  }
  if (categoryOf(kind) === 'civilization')
    return [
      'A civilization. At the end of the epoch 3, 4 or 5 different ones score 5, 10 or 15, and none at all costs 5. A second one of a kind adds nothing. Then all leave the game.',
    ]
  return [
    'A monument: it stays, and scores after epoch III. Up to six different ones score 1 each, seven score 10, eight score 15.',
    'Besides, 3, 4 or 5 of one kind score 5, 10 or 15.',
  ]
}

const picture = (kind: string, words: Words): Pick<Explanation, 'picture'> => ({
  picture: {
    Piece: ROWS.Piece!,
    piece: { category: '', name: kind, called: tileName(kind, words), count: 1, title: '' },
  },
})

/** How many are still to be drawn. */
const left = ({ view, words }: Seen, kind: string): Fact => ({
  what: upper(words.supply),
  value: `${view.board.bag[kind] ?? 0} of ${view.board.bag_left}`,
})

/** A tile that somebody has, or could have. */
export function explainTile(kind: string, seat: number | null, seen: Seen): Explanation {
  const { view, words } = seen
  const held = seat === null ? 0 : (view.board.seats[seat]?.tiles[kind] ?? 0)
  const category = categoryOf(kind)
  const points = seat === null ? undefined : view.preview?.[seat]?.[category]
  const why = seat === null ? undefined : view.reasons?.[seat]
  const facts: Fact[] = []
  if (seat !== null && category)
    facts.push({ what: isMe(seen, seat) ? 'You have' : `${nameOf(seen, seat)} has`, value: String(held) })
  if (points !== undefined)
    facts.push({ what: `${categoryTitle(category, words)} now`, value: signed(points), ...toned(points) })
  facts.push(left(seen, kind))
  return {
    name: held > 1 ? tilesOf(held, kind, words) : tileName(kind, words),
    says: whatIs(kind, words),
    facts,
    then:
      points !== undefined && why
        ? [
            `Now: ${explainRa(category, points, why, namesOf(seen), words)}`,
            ...(held && seat !== null ? tellNext(kind, seat, seen) : []),
          ]
        : [],
    rules: rulesAt(words, RULES[KINDS.get(kind)?.category ?? 'ra']),
    ...picture(kind, words),
  }
}

/** A tile on the auction track, as it concerns the one who looks. */
export function explainOffered(kind: string, seat: number, seen: Seen, taken: boolean): Explanation {
  const said = explainTile(kind, seat, seen)
  const loss = seen.view.leads?.[seat]?.losses.find(({ disaster }) => disaster === kind)
  if (loss) return { ...said, then: [upper(tellLoss(loss, nameOf(seen, seat), seen.words))] }
  return taken ? { ...said, then: ['You can spend a God to take it.', ...(said.then ?? [])] } : said
}

/** A sun that somebody has. */
export function explainSun(sun: number, seat: number, up: boolean, seen: Seen): Explanation {
  const { view, words } = seen
  const { board } = view
  const holding = board.seats[seat]
  const who = nameOf(seen, seat)
  const centre = board.centre_sun
  const above = board.seats.flatMap((other, place) =>
    place === seat ? [] : other.suns_up.filter((number) => number > sun).map((number) => ({ number, place })),
  )
  const says = up
    ? [
        `Face up: ${who === 'You' ? 'you' : who} can bid it. If it wins, it goes to the centre, and the ${words.sun} ${centre} from there comes back for it, face down until the next epoch.`,
      ]
    : [`Face down: it was won in an auction. It cannot be bid before the next epoch.`]
  const facts: Fact[] = []
  if (up)
    facts.push({
      what: `Higher ones of others`,
      value: above.length
        ? list(
            above
              .map(({ number }) => number)
              .sort((a, b) => a - b)
              .map(String),
          )
        : 'none',
    })
  if (holding)
    facts.push({
      what: who === 'You' ? 'All yours together' : `All of ${who} together`,
      value: String([...holding.suns_up, ...holding.suns_down].reduce((sum, number) => sum + number, 0)),
    })
  return {
    name: `${upper(words.sun)} ${sun}`,
    says,
    facts,
    then: [`After epoch III the highest sum of ${words.sun}s scores +5, the lowest −5.`],
    rules: rulesAt(words, up ? ['R13', 'R17', 'R32'] : ['R17', 'R32']),
  }
}

export function explainCentre({ view, words }: Seen): Explanation {
  const { centre_sun: sun, auction } = view.board
  return {
    name: `Centre ${words.sun} ${sun}`,
    says: [
      `Whoever wins ${auction ? 'this' : 'the next'} auction gets it with the tiles. It lies face down until the next epoch, and the ${words.sun} that won takes its place here.`,
    ],
    rules: rulesAt(words, ['R17']),
  }
}

/** The Ra track, or the river with the Sun Boat. */
export function explainRaTrack({ view, words }: Seen): Explanation {
  const { ra_tiles, ra_spaces, ra_chance, epoch, seats, phase } = view.board
  const more = ra_spaces - ra_tiles
  const over = phase === 'over' || more <= 0
  const up = seats.reduce((sum, { suns_up }) => sum + suns_up.length, 0)
  return {
    name: words.boat ? 'The Sun Boat' : 'The Ra track',
    says: over
      ? [tellEnd(more <= 0, epoch, words)]
      : [
          `Every Ra tile starts an auction and ${words.boat ? 'moves the boat on' : 'fills a space'}. ${more === 1 ? 'The next one ends' : `The ${ordinal(more)} one from now ends`} epoch ${EPOCHS[epoch - 1]} at once, without an auction: what lies on the auction track then is lost.`,
          `The epoch also ends when no ${words.sun} is face up.`,
        ],
    facts: [
      { what: 'Ra tiles in this epoch', value: `${ra_tiles} of ${ra_spaces}` },
      ...(over ? [] : [{ what: 'Next tile is Ra', value: percent(ra_chance) }]),
      { what: `${upper(words.sun)}s face up`, value: String(up) },
    ],
    rules: rulesAt(words, ['R4', 'R9', 'R23']),
  }
}

/** Why an epoch, or the game with the last one, is over. */
function tellEnd(full: boolean, epoch: number, words: Words): string {
  const why = full
    ? `${words.boat ? 'The boat has reached the end of the river' : 'The last space is filled'}: what lay on the auction track was lost.`
    : `No ${words.sun} was face up any more.`
  return `Epoch ${EPOCHS[epoch - 1]} is over${epoch === EPOCHS.length ? ', and with it the game' : ''}. ${why}`
}

const ordinal = (count: number): string =>
  ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'][count] ??
  `${count}th`

export function explainEpoch({ view, words }: Seen): Explanation {
  const { epoch } = view.board
  return {
    name: `Epoch ${EPOCHS[epoch - 1]} of III`,
    says: [
      `When an epoch ends, tiles are scored and all ${words.sun}s are turned face up. God, Gold, ${tileName('Flood', words)} and civilization tiles leave; ${tileName('Pharaoh', words)}s, ${tileName('Nile', words)} tiles and monuments stay.`,
      `Monuments and ${words.sun}s are scored after epoch III.`,
    ],
    rules: rulesAt(words, ['R23', 'R25']),
  }
}

/** What is left to be drawn. */
export function explainSupply({ view, words }: Seen): Explanation {
  const { bag, bag_left, ra_chance } = view.board
  const disasters = ['Funeral', 'Drought', 'Unrest', 'Earthquake'].reduce((sum, kind) => sum + (bag[kind] ?? 0), 0)
  return {
    name: `Next is Ra: ${percent(ra_chance)}`,
    says: [`${bag.Ra ?? 0} of the ${bag_left} tiles ${words.supply} are Ra. It follows from what everyone has seen.`],
    facts: [{ what: `Disasters ${words.supply}`, value: String(disasters) }],
    rules: rulesAt(words, ['R1', 'R35']),
  }
}

export function explainSpace(space: number, { view, words }: Seen): Explanation {
  const filled = view.board.track.filter((kind) => kind !== null).length
  return {
    name: `Auction space ${space + 1}`,
    says: [
      `A drawn tile that is not Ra goes on the first empty space. When all eight are filled, nobody can draw: Ra is invoked, or a God spent.`,
    ],
    facts: [{ what: 'Filled', value: `${filled} of 8` }],
    rules: rulesAt(words, ['R7', 'R8']),
  }
}

/** Most or fewest Pharaohs. */
export function explainCrown(crown: NonNullable<Crown>, seat: number, seen: Seen): Explanation {
  const { view, words } = seen
  const pharaohs = `${tileName('Pharaoh', words)}s`
  const points = view.preview?.[seat]?.pharaohs
  const why = view.reasons?.[seat]
  const counts = view.board.seats.map(({ tiles }) => tiles.Pharaoh ?? 0)
  return {
    name: `${upper(crown)} ${pharaohs}`,
    says:
      points !== undefined && why
        ? [explainRa('pharaohs', points, why, namesOf(seen), words)]
        : [`${upper(crown)} ${pharaohs} ${crown === 'most' ? 'score +5' : 'cost 2'} at the end of every epoch.`],
    facts: counts.map((count, other) => ({ what: nameOf(seen, other), value: String(count) })),
    rules: rulesAt(words, ['R28']),
  }
}

/** The statue before a player. */
export function explainStatue(seat: number, seen: Seen): Explanation {
  const { view, words } = seen
  const who = nameOf(seen, seat)
  const are = who === 'You' ? 'You are' : `${who} is`
  const began = view.board.auction?.reason === 'invoked' ? 'invoked Ra' : 'drew the Ra tile'
  return {
    name: `The Ra player has the ${words.figure}`,
    says: [
      `${are} the Ra player: ${who === 'You' ? 'you' : who} ${began}, and ${who === 'You' ? 'bid' : 'bids'} last.`,
    ],
    rules: rulesAt(words, ['R12', 'R14']),
  }
}

/** What somebody has, in points. */
export function explainPoints(seat: number, seen: Seen): Explanation {
  const { view, words } = seen
  const points = view.points[seat] ?? null
  const now = view.preview?.[seat]
  const who = nameOf(seen, seat)
  return {
    name: points === null ? `${upper(words.points)}: face down` : `${points} ${words.points}`,
    says: [
      points === null
        ? `At this table everyone sees only their own ${words.points} before the game ends. What an epoch brings is open.`
        : `What ${who === 'You' ? 'you have' : `${who} has`} from the epochs that are over, and from the start: 10.`,
    ],
    facts: now ? [{ what: 'If the epoch ended now', value: signed(total(now)), ...toned(total(now)) }] : [],
    rules: rulesAt(words, points === null ? ['R35'] : ['R2', 'R33', 'R34']),
  }
}

/** What the epoch would score if it ended now, row by row. */
export function explainNow(seat: number, seen: Seen): Explanation {
  const { view, words } = seen
  const sheet = Object.entries(view.preview?.[seat] ?? {}).filter(([, points]) => points !== 0)
  return {
    name: 'If the epoch ended now',
    says: sheet.length ? [] : ['Nothing would score.'],
    facts: sheet.map(([category, points]) => ({
      what: categoryTitle(category, words),
      value: signed(points),
      ...toned(points),
    })),
    rules: rulesAt(
      words,
      sheet.flatMap(([category]) => ROWS.rules?.(category) ?? []),
    ),
  }
}

/** How many of each somebody has, on a chip. */
export function explainCount(category: string, seat: number, seen: Seen): Explanation {
  const { view, words } = seen
  const points = view.preview?.[seat]?.[category]
  const why = view.reasons?.[seat]
  const tiles = view.board.seats[seat]?.tiles ?? {}
  const held = Object.entries(tiles).filter(([kind]) => categoryOf(kind) === category)
  return {
    name: categoryTitle(category, words),
    says: [held.length ? `${upper(list(held.map(([kind, count]) => tilesOf(count, kind, words))))}.` : 'None.'],
    facts: points === undefined ? [] : [{ what: 'Now', value: signed(points), ...toned(points) }],
    then: points !== undefined && why ? [explainRa(category, points, why, namesOf(seen), words)] : [],
    rules: rulesAt(words, ROWS.rules?.(category) ?? []),
  }
}

/** What somebody said in an auction, or is to say. */
export function explainBid(seat: number, seen: Seen): Explanation {
  const { view, words } = seen
  const auction = view.board.auction
  const bid = auction?.bids[seat] ?? null
  const up = [...(view.board.seats[seat]?.suns_up ?? [])].sort((a, b) => a - b)
  const who = nameOf(seen, seat)
  const You = who === 'You'
  const says =
    typeof bid === 'number'
      ? [`${who} bid ${bid}${seat === auction?.best_bidder ? ', the highest so far' : ', and it was topped'}.`]
      : bid === 'pass'
        ? [`${who} passed.`]
        : up.length
          ? [`${You ? 'You are' : `${who} is`} still to bid, or pass.`]
          : [`${You ? 'You have' : `${who} has`} no ${words.sun} face up, and ${You ? 'are' : 'is'} out of this epoch.`]
  return {
    name: who,
    says: [...says, `Everyone says one thing, the Ra player last: a ${words.sun} above the best bid, or pass.`],
    facts: up.length ? [{ what: `${upper(words.sun)}s face up`, value: list(up.map(String)) }] : [],
    rules: rulesAt(words, ['R12', 'R13']),
  }
}

/** The words of what can be done, and what each means. */
export function explainMove(word: string, seen: Seen): Explanation | null {
  const { view, words } = seen
  const { board } = view
  const full = board.track.every((kind) => kind !== null)
  const supply = words.supply
  const said = (name: string, says: string[], rules: string[], facts: Fact[] = []): Explanation => ({
    name,
    says,
    facts,
    rules: rulesAt(words, rules),
  })
  switch (word) {
    case 'draw':
      return said(
        `${upper(view.shown.draw ?? 'draw')} a tile`,
        [`A Ra tile starts an auction. Any other goes on the auction track, and it is the next player’s turn.`],
        ['R7', 'R8', 'R9'],
        [
          { what: 'Next tile is Ra', value: percent(board.ra_chance) },
          { what: `Tiles ${supply}`, value: String(board.bag_left) },
        ],
      )
    case 'invoke':
      return said(
        'Invoke Ra',
        [
          `Starts an auction for all tiles on the track and the ${words.sun} ${board.centre_sun}. You bid last.`,
          full ? 'If all pass, the tiles leave the game.' : 'If all others pass, you must bid.',
        ],
        ['R11', full ? 'R15' : 'R14'],
      )
    case 'pass':
      return said(
        'Pass',
        [`You bid nothing and keep your ${words.sun}s. In this auction you are not asked again.`],
        ['R13'],
      )
    case 'stop':
      return said('Stop here', ['You spend no more Gods, and your turn ends.'], ['R10'])
    case 'spend':
      return said(
        'Spend a God',
        ['The God leaves the game, and you get the tile. Unspent it would score 2 at the end of the epoch.'],
        ['R10', 'R26'],
      )
    case 'undo':
      return said('Take back', ['Your last move is as if it had never been: nothing was revealed since.'], [])
    default:
      return null
  }
}

/** A tile that a disaster asks for. */
export function explainGiving(kind: string, seat: number, seen: Seen): Explanation {
  const said = explainTile(kind, seat, seen)
  const { owed } = seen.view.board
  const count = (owed?.civilizations || owed?.monuments) ?? 0
  return {
    ...said,
    then: [`A disaster asks for ${spelled(count)} more: give up what costs you least.`, ...(said.then ?? [])],
    rules: rulesAt(seen.words, ['R22', ...RULES[KINDS.get(kind)?.category ?? 'monument']]),
  }
}

/** Somebody at the table. */
export function explainPlayer(seat: number, seen: Seen): Explanation {
  const { view, words } = seen
  const player = seen.players[seat]
  const holding = view.board.seats[seat]
  const lot = view.lot?.[seat]
  const who = nameOf(seen, seat)
  return {
    name: player?.name ?? '?',
    says: [player?.kind === 'bot' ? 'A bot.' : who === 'You' ? 'This is you.' : 'A person.'],
    facts: [
      {
        what: `${upper(words.sun)}s face up`,
        value: list([...(holding?.suns_up ?? [])].sort((a, b) => b - a).map(String)) || 'none',
      },
      { what: 'Tiles', value: String(Object.values(holding?.tiles ?? {}).reduce((sum, count) => sum + count, 0)) },
      ...(lot ? [{ what: 'With this lot', value: signed(total(lot)), ...toned(total(lot)) }] : []),
    ],
    then: tellLead(seat, seen),
  }
}
