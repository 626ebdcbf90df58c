// What is said of a move that was made: what it did, and what that means. Nobody is scolded.

import type { Made, Saying } from '../../lib/lesson.svelte'
import type { AuctionWon } from '../../lib/protocol'
import { list, many, signed, tileName, tilesOf } from '../../lib/words'
import type { RaParts } from '../face'
import { aTile, auctionsWon, followed, nameOf, sunsUp, SUNS, TRACK, worth, type Now } from './facts'

export function answer(now: Now, { line: { deed }, asked, wise }: Made<RaParts>): Saying {
  const named = tileName(deed.tile ?? '', now.words)
  switch (deed.verb) {
    case 'draw':
    case 'tile':
      return drew(now, wise)
    case 'invoke':
      return invoked(now, wise)
    case 'bid':
      return bid(now, deed.sun ?? 0, wise, asked === 'pass')
    case 'pass':
      return passed(now, wise)
    case 'take':
      return {
        title: 'You spent a God',
        text: `${named} is yours without an auction. The God left the game${wise ? '' : ', and with it the 2 it would have scored'}.`,
      }
    case 'discard':
      return {
        title: `You gave up ${named}`,
        text: `It left the game, with the disaster.${wise ? '' : ' Another one would have cost you less.'}`,
      }
    case 'stop':
      return { title: 'You took no more', text: 'You keep your other Gods: each scores 2 at the end of the epoch.' }
  }
}

/** That a bid has won: a topic that is taught next would leave no room for it. */
export function cameOf(now: Now, topic: string | null): string | null {
  const won = topic === 'won' ? undefined : auctionsWon(now).find(({ seat }) => seat === now.me)
  return won ? `Your ${won.sun} wins ${prizeOf(won, now, topic === null ? MOST_NAMED : FEW_NAMED)}` : null
}

/** So many kinds of tiles are named; and where a topic needs the room. */
const MOST_NAMED = 4
const FEW_NAMED = 2

/** The tiles that came with an auction, or how many; where there are none, the sun. */
function prizeOf({ tiles, centre }: AuctionWon, { words }: Now, most = MOST_NAMED): string {
  const kinds = [...new Set(tiles)]
  if (!kinds.length) return `the ${words.sun} ${centre}`
  if (kinds.length > most) return many(tiles.length, 'tile')
  const count = (kind: string): number => tiles.filter((one) => one === kind).length
  return list(
    kinds.map((kind) => (count(kind) > 1 ? tilesOf(count(kind), kind, words) : aTile(kind, tileName(kind, words)))),
  )
}

/** What an own bid brought. */
/** What an own bid has brought. */
function gained(won: AuctionWon, now: Now): string {
  const sun = `the ${now.words.sun} ${won.centre} for the next epoch`
  return `It brings you ${won.tiles.length ? `${prizeOf(won, now)}, and ` : ''}${sun}.`
}

/** Whether anybody else can bid in this epoch. */
const hasRivals = ({ view, me }: Now): boolean =>
  view.board.seats.some(({ suns_up }, seat) => seat !== me && suns_up.length > 0)

function drew(now: Now, wise: boolean): Saying {
  const tile = now.news.find(({ deed, seat }) => deed.verb === 'tile' && seat === now.me)?.deed.tile ?? ''
  if (tile === 'Ra') return drewRa(now)
  const lot = now.view.lot ? `To you the lot is worth ${signed(worth(now))} now.` : ''
  const title = `You drew ${aTile(tile, tileName(tile, now.words))}`
  if (wise) return { title, text: lot }
  return {
    title,
    text: `You let the lot grow. ${lot} But a rival may invoke Ra before you do, or draw a Ra tile.`,
    points: TRACK,
  }
}

function drewRa(now: Now): Saying {
  const title = 'You drew a Ra tile'
  if (followed(now, 'epoch-ended').length)
    return { title, text: 'It was the last that had room: the epoch is over at once, without an auction.' }
  const order = hasRivals(now) ? 'The others bid first, and you bid last.' : 'Only you can still bid.'
  return { title, text: `An auction begins. ${order}`, points: TRACK }
}

function invoked(now: Now, wise: boolean): Saying {
  const { view, words } = now
  const title = 'You invoked Ra'
  const rivals = hasRivals(now)
  if (wise)
    return {
      title,
      text: rivals
        ? 'The others bid first. You bid last, and know what it takes.'
        : `Nobody else can bid: any ${words.sun} of yours wins.`,
      points: TRACK,
    }
  const lot = view.lot
    ? `To you the lot is worth ${signed(worth(now))}.`
    : `There is no tile to win, only the ${words.sun} in the centre.`
  const order = rivals ? 'The others bid first. If they all pass, you must bid.' : 'Nobody else can bid, so you must.'
  return { title, text: `${lot} ${order}`, points: TRACK }
}

function bid(now: Now, sun: number, wise: boolean, early: boolean): Saying {
  const { words } = now
  const won = auctionsWon(now)[0]
  const wins = won?.seat === now.me
  const title = wins ? `You win with ${sun}` : `You bid ${sun}`
  const result = !won
    ? 'If nobody goes higher, the lot is yours.'
    : wins
      ? gained(won, now)
      : `${nameOf(now, won.seat)} goes higher.`
  if (wise) return { title, text: won ? result : `${result} If somebody does, you keep your ${sun}.` }
  if (!early)
    return {
      title,
      text: `${result} A higher ${words.sun} is harder to beat. But a lower one may be enough, and the one that wins you give away.`,
      points: SUNS,
    }
  const left = sunsUp(now).length - (won ? 0 : 1)
  return {
    title,
    text: `${result} That is little for it, and leaves you ${many(left, words.sun)} for the rest of the epoch.`,
    points: SUNS,
  }
}

function passed(now: Now, wise: boolean): Saying {
  const title = 'You passed'
  const { sun } = now.words
  if (wise) return { title, text: `You keep your ${sun}s for a better lot.` }
  return {
    title,
    text: `You keep your ${sun}s. But this lot was good for you, and a rival may have it now for little.`,
    points: TRACK,
  }
}
