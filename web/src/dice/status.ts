// What the bar says at the dice table.

import { waitsFor, type Awaited } from '../lib/awaited'
import type { Status } from '../lib/offer'
import type { DiceView, DieColour, Player } from '../lib/protocol'
import { does, list, many, sayTo, upper, wins, type Words } from '../lib/words'
import { disasterOf, losses, type Blow, type DiceScene } from './disasters'
import { idleDice, usableDice } from './idle'

/** What the bar asks before it is done. */
export type Asked = 'flood' | 'end'

export interface Moment {
  view: DiceView
  players: Player[]
  words: Words
  /** What the viewer may do now. */
  moves: string[]
  scene: DiceScene | null
  /** What disasters took from the viewer, who has not done anything since. */
  blows: Blow[]
  /** Dice chosen to be rolled again. */
  again: DieColour[]
  /** Colours chosen for civilization markers, which are not yet a set that may be placed. */
  unfinished: boolean
  asked: Asked | null
  thinking: Awaited | null
  sharesScreen: boolean
}

export function status(moment: Moment): Status {
  const { view, players, words, thinking, sharesScreen } = moment
  const nameOf = (seat: number | null): string => (seat === null ? '' : (players[seat]?.name ?? ''))
  if (view.result) {
    const { winners, scores } = view.result
    const names = winners.map(nameOf)
    const mine = view.viewer !== null && winners.includes(view.viewer) && !sharesScreen
    return {
      text: mine && names.length === 1 ? 'You win' : wins(names),
      note: `with ${scores[winners[0] ?? 0]} ${words.points}`,
    }
  }
  const { scene } = moment
  if (scene) {
    return {
      text: does(nameOf(scene.by), 'declares', 'declare', `a ${upper(scene.disaster)} disaster`),
      note: scene.lost.length ? `it takes ${losses(scene.lost)} from you` : '',
    }
  }
  const { phase, disaster, turn } = view.board
  const why = phase === 'discarding' && disaster ? disasterOf(nameOf(turn), disaster) : null
  const struck = told(moment.blows, nameOf)
  if (moment.moves.length) {
    const who = sharesScreen ? nameOf(view.viewer) : null
    const said = yours(moment, struck)
    if (why === null) return { ...said, text: sayTo(who, said.text) }
    const command = who === null || who === 'You' ? said.text : `${who} must ${said.text}`
    return { ...said, text: `${why}: ${command}` }
  }
  if (view.to_act === null) return { text: '…', note: '' }
  const name = nameOf(view.to_act)
  if (why !== null) {
    const waits = waitsFor(thinking, does(name, 'chooses', 'choose', 'what to give up'), name)
    return { text: `${why}: ${waits.text}`, note: waits.note }
  }
  const waits = waitsFor(thinking, does(name, 'is', 'are', 'thinking'), name)
  if (struck) return { text: struck.note, note: [waits.text, waits.note].filter(Boolean).join(' ') }
  return waits
}

/** "Ben’s Nile disaster took 1 flood marker", and in fewer words which disasters took what. */
function told(blows: Blow[], nameOf: (seat: number) => string): Pick<Status, 'note' | 'brief'> | null {
  if (!blows.length) return null
  return {
    note: list(blows.map(({ by, disaster, lost }) => `${disasterOf(nameOf(by), disaster)} took ${losses(lost)}`)),
    brief: `disasters took: ${blows.map(({ disaster, lost }) => `${upper(disaster)} ${losses(lost)}`).join(', ')}`,
  }
}

function yours({ view, moves, again, unfinished, asked }: Moment, struck: ReturnType<typeof told>): Status {
  const { phase, rerolls, owed } = view.board
  switch (phase) {
    case 'rerolling':
      // What was lost needs the room.
      if (struck && !again.length) return { text: 'roll again?', ...struck }
      return {
        text: 'roll again?',
        note: again.length ? '' : 'choose dice, or keep all',
        hint: struck ? '' : `You may roll again ${rerolls === 1 ? 'once more' : 'twice'}. Suns are locked.`,
      }
    case 'declaring':
      return {
        text: 'declare a disaster?',
        note: '',
        hint: 'It strikes everyone but you.',
      }
    case 'discarding':
      return { text: `give up ${many(owed ?? 1, 'marker')}`, note: 'choose on the board' }
    default: {
      if (unfinished) return { text: 'place civilization markers', note: 'choose another colour, or cancel' }
      if (asked === 'flood') return { text: 'place a flood marker', note: 'which die do you keep?' }
      if (asked === 'end') {
        const usable = usableDice(view, moves)
        return { text: 'end your turn?', note: `${usable}\u{a0}${usable === 1 ? 'die' : 'dice'} can still be used` }
      }
      const hint = Object.values(idleDice(view, moves))[0]
      if (moves.length > 1)
        return {
          text: 'use your dice',
          note: 'choose what glows',
          hint: hint ?? 'Each place says how many dice it takes.',
        }
      return { text: 'end your turn', note: 'the dice can do no more', ...(hint && { hint }) }
    }
  }
}
