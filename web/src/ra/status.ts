// What the bar says at a table of Ra.

import { waitsFor, type Awaited } from '../lib/awaited'
import type { Status } from '../lib/offer'
import type { Player, RaOwed, RaView } from '../lib/protocol'
import { does, many, sayTo, tileName, turnOf, wins, type Words } from '../lib/words'
import type { Choices } from './choices'
import type { RaScene } from './scenes'

export interface Moment {
  view: RaView
  players: Player[]
  words: Words
  choices: Choices
  scene: RaScene | null
  /** The tile that a God would take. */
  chosen: string | null
  thinking: Awaited | null
  sharesScreen: boolean
  watching: boolean
}

export function status(moment: Moment): Status {
  const { view, players, words, choices, scene } = moment
  const nameOf = (seat: number | null): string => (seat === null ? '' : (players[seat]?.name ?? ''))
  if (view.result) return ended(moment, nameOf)
  if (scene) {
    const { auction } = scene.view.board
    if (scene.step === 'ra')
      return auction?.reason === 'invoked'
        ? { text: does(nameOf(auction.ra_player), 'invokes', 'invoke', 'Ra'), note: '' }
        : { text: 'Ra comes', note: '' }
    if (scene.winner === null) return { text: 'All pass', note: '' }
    return { text: does(nameOf(scene.winner), 'wins', 'win', `with ${scene.sun}`), note: '' }
  }
  if (choices.any) return yours(moment, moment.sharesScreen ? nameOf(view.viewer) : null, nameOf)
  if (view.to_act === null) return { text: '…', note: '' }
  const { phase, owed } = view.board
  const doing = phase === 'bidding' ? 'is bidding' : phase === 'discarding' ? 'chooses what to give up' : 'is thinking'
  const why = owed ? `${disasterOf(owed, words)}: ` : ''
  const name = nameOf(view.to_act)
  const waits = waitsFor(moment.thinking, `${name} ${doing}`, name)
  const out = view.viewer !== null && !view.board.seats[view.viewer]?.suns_up.length
  return {
    text: `${why}${waits.text}`,
    note: waits.note || (moment.watching ? 'you are watching' : ''),
    hint: out ? `Your ${words.sun}s are all face down: you sit out until the next epoch.` : '',
  }
}

function ended({ view, words, sharesScreen }: Moment, nameOf: (seat: number | null) => string): Status {
  const { winners, scores } = view.result ?? { winners: [], scores: [] }
  const names = winners.map(nameOf)
  const mine = view.viewer !== null && winners.includes(view.viewer) && !sharesScreen
  return {
    text: mine ? 'You win' : wins(names),
    note: `with ${scores[winners[0] ?? 0]} ${words.points}`,
  }
}

/** What asks for the tiles that are owed; civilizations are given up first. */
const disasterOf = (owed: RaOwed, words: Words): string => tileName(owed.civilizations ? 'Unrest' : 'Earthquake', words)

function yours(moment: Moment, who: string | null, nameOf: (seat: number | null) => string): Status {
  const { view, words, choices, chosen } = moment
  const { auction, owed, phase, centre_sun } = view.board
  const named = (text: string): string => sayTo(who, text)
  if (chosen !== null)
    return {
      text: `Spend a God for ${tileName(chosen, words)}?`,
      note: '',
      hint: 'The God leaves the game; it would score 2.',
    }
  if (choices.drawn.length) {
    const drawer = view.to_act === view.viewer && !who ? 'you' : nameOf(view.to_act)
    return { text: `What did ${drawer} draw?`, note: 'choose the tile' }
  }
  if (choices.bids.length || choices.canPass) {
    const tiles = view.board.track.some((tile) => tile !== null)
    if (!choices.bids.length) return { text: named('You cannot bid'), note: '' }
    return {
      text: named(`Bid a ${words.sun}${auction?.best_bid ? ` above ${auction.best_bid}` : ''}`),
      note: choices.canPass ? 'or pass' : 'everyone passed: you must bid',
      hint: tiles
        ? `The winner takes all the tiles and the ${words.sun} ${centre_sun}, face down until the next epoch.`
        : `There is no tile: the winner takes only the ${words.sun} ${centre_sun}, face down until the next epoch.`,
      tip: `Winner takes ${tiles ? 'tiles and' : 'only'} ${words.sun} ${centre_sun}`,
    }
  }
  if (choices.discards.length && owed) {
    const what = owed.civilizations ? many(owed.civilizations, 'civilization') : many(owed.monuments, 'monument')
    const command = who === null || who === 'You' ? `give up ${what}` : `${who} must give up ${what}`
    return { text: `${disasterOf(owed, words)}: ${command}`, note: 'choose a tile' }
  }
  if (phase === 'gods') return { text: named('Take another tile with a God'), note: 'or stop' }
  return {
    text: turnOf(who),
    note: choices.takes.length ? 'or choose a tile to spend a God' : '',
    hint: choices.canDraw
      ? choices.takes.length
        ? ''
        : 'Add a tile to the track, or call an auction for what lies on it.'
      : 'The track is full: it must be auctioned.',
  }
}
