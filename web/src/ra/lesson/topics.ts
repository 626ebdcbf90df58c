// What is taught when there is a choice, the most important first.

import type { Saying, Topic } from '../../lib/lesson.svelte'
import { total } from '../../lib/view'
import { does, list, many, signed, tileName } from '../../lib/words'
import { choicesOf } from '../choices'
import type { RaParts } from '../face'
import { categoryTitle } from '../rows'
import { advise } from './advice'
import { BIDS, CENTRE, elsewhere, held, LOT, nameOf, offer, RA_TRACK, sunsUp, TRACK, type Now } from './facts'

const SAYINGS: Record<string, (now: Now) => Saying | null> = {
  goal({ view, words }) {
    if (view.board.phase !== 'turn') return null
    return {
      title: 'Your first turn',
      text: `Collect tiles: they score at the end of each of three epochs. Most ${words.points} win. On your turn do one thing: draw a tile onto the auction track, or invoke Ra to have the track auctioned.`,
      points: offer('draw'),
    }
  },

  auction(now) {
    const { auction } = now.view.board
    if (!auction) return null
    const who = nameOf(now, auction.ra_player)
    const began =
      auction.reason === 'drawn' ? does(who, 'drew', 'drew', 'a Ra tile') : does(who, 'invoked', 'invoked', 'Ra')
    const prize = now.view.lot
      ? 'the lot: all tiles on the track'
      : `the ${now.words.sun} in the centre, since no tile lies there`
    return {
      title: 'An auction',
      text: `${began}: that starts an auction for ${prize}. Everyone bids once, with one of their ${now.words.sun}s, higher than the last bid, or passes. The highest takes all.`,
      points: `${TRACK}, ${BIDS}`,
    }
  },

  must({ view, words }) {
    if (!view.board.auction?.must_bid || view.moves.includes('pass')) return null
    return {
      title: 'You must bid',
      text: `You invoked Ra, and everyone else passed. Then you may not pass: you win the lot with any ${words.sun}.`,
      points: BIDS,
    }
  },

  invoke(now) {
    if (advise(now).word !== 'invoke') return null
    return {
      title: 'When to invoke',
      text: 'Invoke Ra when the lot is good for you, and before it grows too good for the others. You bid last then, and see all other bids; if all pass, you must bid.',
      points: offer('invoke'),
    }
  },

  raTile(now) {
    const { auction, ra_tiles, ra_spaces } = now.view.board
    if (auction?.reason !== 'drawn') return null
    const drew = does(nameOf(now, auction.ra_player), 'drew', 'drew', 'a Ra tile')
    return {
      title: 'Ra counts the time',
      text: `${drew}: it starts an auction, too, and counts the time. ${ra_spaces - ra_tiles} more, and the epoch ends at once, without an auction: what lies on the track then is lost.`,
      points: RA_TRACK,
    }
  },

  worth(now) {
    if (!now.view.board.auction || !now.view.lot) return null
    const { words } = now
    const brings = Object.entries(now.view.lot[now.me] ?? {})
      .filter(([, points]) => points)
      .map(([category, points]) => `${categoryTitle(category, words)} ${signed(points)}`)
    const rivals = now.view.lot.flatMap((lot, seat) =>
      seat === now.me ? [] : [`${nameOf(now, seat)} ${signed(total(lot))}`],
    )
    const lost = elsewhere(now)
    const instead = lost ? ` If ${nameOf(now, lost.seat)} won it, you would lose ${lost.points} for Pharaohs.` : ''
    return {
      title: 'What is this lot worth?',
      text: `As things stand it ${brings.length ? `would bring you ${list(brings)}` : 'changes nothing for you'}. To others: ${rivals.join(', ')}.${instead}`,
      points: LOT,
    }
  },

  pass(now) {
    if (!now.view.board.auction || advise(now).word !== 'pass') return null
    const left = sunsUp(now).length
    return {
      title: 'To pass is a move',
      text: `You have ${many(left, now.words.sun)} left for this epoch, and ${left === 1 ? 'it' : 'each'} can win you one lot. To pass costs nothing: a poor lot may go to somebody else.`,
      points: offer('pass'),
    }
  },

  gods(now) {
    const { takes } = choicesOf(now.view.moves)
    const [example] = takes
    if (!held(now, 'God') || example === undefined) return null
    const tile = `${tileName(example, now.words)}${takes.length > 1 ? ', for example' : ''}`
    return {
      title: 'Your God',
      text: `Instead of drawing you may spend your God on one tile of the track: ${tile}. The God leaves the game, and with it the 2 it would score: spend it only for more.`,
      points: TRACK,
    }
  },

  centre(now) {
    const { auction, centre_sun } = now.view.board
    const [lowest] = choicesOf(now.view.moves).bids
    if (!auction || lowest === undefined || advise(now).word === 'pass') return null
    const exchange =
      lowest < centre_sun ? `That is higher than your ${lowest}: a good exchange.` : `You would give ${lowest} for it.`
    return {
      title: `The centre ${now.words.sun}`,
      text: `Whoever wins has it in the next epoch, in place of the one they bid. It is ${centre_sun} now. ${exchange}`,
      points: CENTRE,
    }
  },

  rivals(now) {
    const { auction, seats } = now.view.board
    if (!auction) return null
    const rivals = seats.flatMap(({ suns_up }, seat) =>
      seat !== now.me && auction.bids[seat] === null && suns_up.length
        ? [`${nameOf(now, seat)} ${Math.max(...suns_up)}`]
        : [],
    )
    if (!rivals.length) return null
    const { sun } = now.words
    return {
      title: 'Who can beat you?',
      text: `All ${sun}s lie open. The highest that can still come after yours: ${list(rivals)}. A bid that is beaten costs nothing: you keep your ${sun}.`,
      points: '.rival [data-up=true]',
    }
  },

  discard({ view }) {
    if (!choicesOf(view.moves).discards.length) return null
    return {
      title: 'What to give up?',
      text: 'You choose which tiles the disaster takes. Give up what you have twice, or what will score least.',
      points: '[data-discard]',
    }
  },
}

export const TOPICS: Topic<RaParts>[] = Object.entries(SAYINGS).map(([id, say]) => ({ id, say }))
