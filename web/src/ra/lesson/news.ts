// What is told when it has happened: each kind of tile when it first comes out of the bag, and what auctions lead to.

import type { Category } from '../../art/tiles'
import type { Topic } from '../../lib/lesson.svelte'
import type { AuctionWon } from '../../lib/protocol'
import { does, list, many, tileName, tilesOf } from '../../lib/words'
import type { RaParts } from '../face'
import {
  aTile,
  auctionsWon,
  CENTRE,
  ends,
  followed,
  held,
  heldOf,
  isOf,
  nameOf,
  onTrack,
  RA_TRACK,
  spacesLeft,
  SUNS,
  sunsUp,
  TRACK,
  type Now,
} from './facts'

const whenDrawn = (
  category: Category,
  title: string | null,
  say: (now: Now, kind: string) => string,
): Topic<RaParts> => ({
  id: category,
  say(now) {
    const line = now.news.findLast(({ deed }) => deed.verb === 'tile' && isOf(deed.tile ?? '', category))
    const kind = line?.deed.tile
    if (!line || !kind) return null
    const name = tileName(kind, now.words)
    const drew = does(nameOf(now, line.seat), 'draws', 'drew', aTile(kind, name))
    return { title: title ?? name, text: `${drew}. ${say(now, kind)}`, points: onTrack(kind) }
  },
})

function pharaohs({ view, me, names }: Now): string {
  const counts = view.board.seats.map(({ tiles }, seat) => `${seat === me ? 'you' : names[seat]} ${tiles.Pharaoh ?? 0}`)
  return `At the end of each epoch whoever has most Pharaohs gains 5, and whoever has fewest loses 2. Now: ${counts.join(', ')}. They stay for later epochs.`
}

function flood(now: Now): string {
  const niles = held(now, 'Nile')
  const yours = niles ? ` With your ${niles === 1 ? 'Nile' : `${niles} Niles`} this one would bring ${niles + 1}.` : ''
  return `With at least one Flood, each of your Floods and Niles scores 1 at the end of the epoch. Then Floods leave; Niles stay.${yours}`
}

function civilization(now: Now): string {
  const yours = heldOf(now, 'civilization') ? '' : ' You have none yet: a single one would save you those 5.'
  return `It is one of five civilizations. 3, 4 or 5 different ones score 5, 10 or 15 at the end of the epoch; none at all costs 5.${yours}`
}

/** What disasters strike, in a word (R19). */
const OTHERS: Record<string, string> = {
  Funeral: 'Pharaohs',
  Drought: 'Floods and Niles',
  Unrest: 'civilizations',
  Earthquake: 'monuments',
}

function disaster(now: Now, kind: string): string {
  const takes: Record<string, [what: string, count: number]> = {
    Funeral: ['Pharaohs', held(now, 'Pharaoh')],
    Drought: ['Floods, or Niles where Floods run out', held(now, 'Flood') + held(now, 'Nile')],
    Unrest: ['civilizations', heldOf(now, 'civilization')],
    Earthquake: ['monuments', heldOf(now, 'monument')],
  }
  const [what, count] = takes[kind] ?? ['tiles', 0]
  const yours = count
    ? `You have ${count}, so it would cost you ${Math.min(2, count)}.`
    : 'You have none, so it would cost you nothing.'
  const others = Object.entries(OTHERS).flatMap(([one, strikes]) => (one === kind ? [] : [strikes]))
  return `It is a disaster: whoever takes it loses 2 ${what}, also of those that come with it. ${yours} Others strike ${list(others, 'or')}.`
}

const TILES: Topic<RaParts>[] = [
  whenDrawn('nile', null, () => {
    return 'Each Nile scores 1 at the end of an epoch, but only if you hold a Flood then. Niles stay with you for later epochs.'
  }),
  whenDrawn('flood', null, flood),
  whenDrawn('pharaoh', null, pharaohs),
  whenDrawn('civilization', 'Civilizations', civilization),
  whenDrawn('monument', 'Monuments', () => {
    return 'Monuments stay with you and score at the end of the game: 1 for each different kind, 10 for seven kinds, 15 for all eight. Three of one kind score 5 more, four 10, five 15.'
  }),
  whenDrawn('god', null, () => {
    return 'A God scores 2 at the end of the epoch. Or you spend it on your turn instead of drawing, and take one tile from the track without an auction.'
  }),
  whenDrawn('gold', null, () => 'Gold is simple: it scores 3 at the end of the epoch, then it leaves the game.'),
  whenDrawn('disaster', null, disaster),
]

const prize = ({ words }: Now, { sun, tiles }: AuctionWon): string =>
  tiles.length
    ? `You win with ${sun}: ${list(tiles.map((tile) => tileName(tile, words)))} ${tiles.length === 1 ? 'is' : 'are'} yours.`
    : `You win with ${sun}, though no tile lay there.`

export const NEWS: Topic<RaParts>[] = [
  {
    id: 'won',
    say(now) {
      const won = auctionsWon(now).find(({ seat }) => seat === now.me)
      if (!won) return null
      const { sun } = now.words
      const left = sunsUp(now).length
      return {
        title: 'You win the lot',
        text: `${prize(now, won)} The ${sun} ${won.centre} from the centre comes with it, but face down: you can use it in the next epoch. Your ${won.sun} lies in the centre now, for the next winner. You have ${many(left, sun)} left for this epoch.`,
        points: CENTRE,
      }
    },
  },
  {
    id: 'lost-lot',
    say(now) {
      const won = auctionsWon(now).find(({ seat }) => seat !== now.me)
      if (!won) return null
      const answered = now.log.findLast(({ seat, deed }) => seat === now.me && ['bid', 'pass'].includes(deed.verb))
      const yours = answered?.deed.verb === 'bid' ? ` Your ${answered.deed.sun} was beaten, so you keep it.` : ''
      const name = nameOf(now, won.seat)
      return {
        title: `${name} wins the lot`,
        text: `${name} takes all the tiles for the ${won.sun}, and the ${now.words.sun} ${won.centre} from the centre, face down until the next epoch. The ${won.sun} lies in the centre now.${yours}`,
        points: CENTRE,
      }
    },
  },
  {
    id: 'cannot',
    say(now) {
      const unable = followed(now, 'passed').find(({ seat, above }) => seat === now.me && above !== null)
      const highest = sunsUp(now).at(-1)
      if (!unable || highest === undefined) return null
      return {
        title: 'You could not bid',
        text: `${unable.above} was bid, and your highest ${now.words.sun} is ${highest}. Whoever cannot bid higher passes without being asked.`,
        points: SUNS,
      }
    },
  },
  ...TILES,
  {
    id: 'lost-tiles',
    say(now) {
      const [first] = followed(now, 'tiles-lost')
      if (!first) return null
      const lost = does(nameOf(now, first.seat), 'loses', 'lose', tilesOf(first.count, first.tile, now.words))
      return {
        title: tileName(first.disaster, now.words),
        text: `${lost}. The disaster and what it takes leave the game. Look for cracked tiles before you bid.`,
        points: `[data-seat="${first.seat}"]`,
      }
    },
  },
  {
    id: 'out',
    say(now) {
      if (sunsUp(now).length || !auctionsWon(now).some(({ seat }) => seat === now.me)) return null
      const { sun } = now.words
      return {
        title: `No ${sun} left`,
        text: `All your ${sun}s are face down: you sit out until the next epoch. The others go on until they have none, too, or ${ends(now)}.`,
        points: SUNS,
      }
    },
  },
  {
    id: 'all-passed',
    say(now) {
      const [passed] = followed(now, 'all-passed')
      if (!passed || (passed.tiles === 'stay' && !now.view.lot)) return null
      return {
        title: 'Nobody bids',
        text:
          passed.tiles === 'stay'
            ? 'Everyone passed, so the tiles stay on the track. The next lot will be larger.'
            : 'Everyone passed on a full track, so its tiles leave the game.',
        points: TRACK,
      }
    },
  },
  {
    id: 'near',
    say(now) {
      const left = spacesLeft(now)
      if (left > 2 || !now.news.some(({ deed }) => deed.verb === 'tile' && deed.tile === 'Ra')) return null
      return {
        title: 'The end is near',
        text: `${many(left, 'more Ra tile')}, and the epoch ends at once. A ${now.words.sun} that is not used by then wins nothing.`,
        points: RA_TRACK,
      }
    },
  },
  {
    id: 'alone',
    say(now) {
      const others = now.view.board.seats.some(({ suns_up }, seat) => seat !== now.me && suns_up.length)
      if (others || !sunsUp(now).length || !auctionsWon(now).length) return null
      return {
        title: 'You are the last',
        text: `You play on alone, and may wait for a larger lot. But when ${ends(now)}, what lies on the track is lost.`,
        points: RA_TRACK,
      }
    },
  },
]
