// What a sensible player might do, by facts of the rules: what the lot would change on the own sheet, what a sun is worth,
// and how near the end is. It is no expert: it can always say why in a sentence.

import type { Advice } from '../../lib/lesson.svelte'
import { lossOfOne } from '../../lib/monuments'
import { signed, tileName, upper } from '../../lib/words'
import { choicesOf, type Choices } from '../choices'
import {
  disc,
  elsewhere,
  held,
  heldOf,
  isOf,
  mine,
  nameOf,
  offer,
  onTrack,
  spacesLeft,
  sunsUp,
  worth,
  type Now,
} from './facts'

/** What an unspent God scores (R26). */
const GOD = 2
/** What is worth a warning to lose. */
const MUCH = 5
/** So few Ra tiles before the end, a sun is better used than kept. */
const LATE = 2
const isLate = (now: Now): boolean => spacesLeft(now) <= LATE

/** What a lot must bring to be worth a sun. */
const priceOf = (sun: number, late: boolean): number => 2 + Math.floor((4 * sun + 5) / 10) - (late ? 3 : 0)

/** What it is worth in the next epoch to have one sun in place of another. */
const betterBy = (centre: number, sun: number): number => Math.max(0, Math.floor((4 * (centre - sun)) / 10))

/** What a lot must bring to be worth an auction. */
const invokesFor = (now: Now): number => (isLate(now) ? 3 : sunsUp(now).length > 1 ? 6 : 7)

/** What a tile brings by itself at the end of the epoch, where that is simple to say. */
function alone(now: Now, kind: string): number {
  if (kind === 'Gold') return 3
  if (kind === 'Flood') return held(now, 'Flood') ? 1 : 1 + held(now, 'Nile')
  return isOf(kind, 'civilization') && !heldOf(now, 'civilization') ? 5 : 0
}

export function advise(now: Now): Advice {
  const choices = choicesOf(now.view.moves)
  if (choices.bids.length || choices.canPass) return inAuction(now, choices)
  if (choices.discards.length) return giveUp(now, choices)
  if (now.view.moves.includes('stop'))
    return { word: 'stop', text: 'Stop here, and keep your other Gods.', points: offer('stop') }
  return onTurn(now, choices)
}

function inAuction(now: Now, { bids, canPass }: Choices): Advice {
  const { sun } = now.words
  const [lowest] = bids
  const pass = { word: 'pass', points: offer('pass') }
  if (lowest === undefined) return { ...pass, text: `Pass: no ${sun} of yours is high enough.` }
  const bid = { word: `bid ${lowest}`, points: disc(lowest) }
  const low = `your ${sunsUp(now).length > 1 ? 'lowest' : 'last'} ${sun}`
  if (!canPass) return { ...bid, text: `Bid ${lowest}, ${low}.` }
  const best = now.view.board.auction?.best_bid
  const why = whyBid(now, lowest)
  return why.wise
    ? { ...bid, text: `${upper(why.text)}. Bid ${lowest}, ${best ? `the lowest that beats ${best}` : low}.` }
    : { ...pass, text: `Pass: ${why.text}.` }
}

/** Whether what an auction brings is worth a sun: its tiles; the centre sun; and what a rival would take away with it. */
function whyBid(now: Now, sun: number): { wise: boolean; text: string } {
  const { view } = now
  const centre = view.board.centre_sun
  const lot = view.lot ? `to you the lot is worth ${signed(worth(now))}` : 'there is no tile to win'
  const price = priceOf(sun, isLate(now))
  if (view.lot && worth(now) >= price) return { wise: true, text: lot }
  // Whoever has one sun left wins no other lot with it.
  const last = sunsUp(now).length === 1 && !isLate(now)
  const withSun = worth(now) + (last ? 0 : betterBy(centre, sun))
  if (withSun >= price)
    return { wise: true, text: `${lot}, but the ${centre} in the centre is much better than your ${sun}` }
  const lost = elsewhere(now)
  const rival = lost ? `if ${nameOf(now, lost.seat)} won it, you would lose ${lost.points}` : ''
  if (lost && withSun + lost.points >= price) return { wise: true, text: `${lot}, but ${rival}` }
  const little =
    last && betterBy(centre, sun)
      ? `and your ${sun} is your last, though the ${centre} in the centre is better`
      : view.lot
        ? `too little for your ${last ? `last ${now.words.sun}` : sun}`
        : `and the ${centre} in the centre is not worth your ${sun}`
  return { wise: false, text: `${lot}, ${little}${lost ? `. ${upper(rival)}` : ''}` }
}

/** What it costs to give up one of a kind, of those among which a disaster leaves a choice. */
function lossOf(now: Now, kind: string): number {
  if (isOf(kind, 'civilization')) return held(now, kind) > 1 ? 0 : 1
  const different = Object.keys(mine(now).tiles).filter((one) => isOf(one, 'monument')).length
  return lossOfOne(held(now, kind), different)
}

function giveUp(now: Now, { discards }: Choices): Advice {
  const [least = ''] = [...discards].sort((a, b) => lossOf(now, a) - lossOf(now, b))
  const why = lossOf(now, least) ? 'it costs you least' : `you have ${held(now, least)}, so it costs you nothing`
  const points = `[data-discard="${least}"]`
  return { word: `discard ${least}`, text: `Give up ${tileName(least, now.words)}: ${why}.`, points }
}

function onTurn(now: Now, { takes, canDraw }: Choices): Advice {
  const invoke = { word: 'invoke', points: offer('invoke') }
  if (!canDraw && !takes.length) return { ...invoke, text: 'Invoke Ra: the track is full, so nothing can be drawn.' }
  const take = takes.find((kind) => alone(now, kind) > GOD)
  if (take !== undefined) {
    const text = `Spend your God for ${tileName(take, now.words)}: it brings you ${alone(now, take)}, the God only ${GOD}.`
    return { word: `take ${take}`, text, points: onTrack(take) }
  }
  if (!canDraw || worth(now) >= invokesFor(now))
    return { ...invoke, text: `Invoke Ra: to you this lot is worth ${signed(worth(now))}.` }
  const lot = worth(now) > 0 ? `a lot worth ${signed(worth(now))} can still grow` : 'nothing there helps you yet'
  const draw = upper(now.view.shown.draw ?? 'draw')
  const lost = elsewhere(now)
  const risk =
    lost && lost.points >= MUCH ? ` But if ${nameOf(now, lost.seat)} won it, you would lose ${lost.points}.` : ''
  return {
    word: 'draw',
    text: `${draw} a tile: ${now.view.lot ? lot : 'the track is empty'}.${risk}`,
    points: offer('draw'),
  }
}
