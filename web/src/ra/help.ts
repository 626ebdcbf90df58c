// What can be done at this moment of Ra, what each move does, and why one would. All of it lies open on the table.

import type { Choice } from '../lib/face'
import { after } from '../lib/offer'
import type { RaView } from '../lib/protocol'
import { list, many, percent, signed, tileName, upper, type Words } from '../lib/words'

export function helpRa(view: RaView, words: Words): Choice[] {
  const { moves, shown } = view
  const named = (word: string): string => upper(shown[word] ?? word)
  const found: Choice[] = []
  if (moves.includes('draw')) found.push({ what: `${named('draw')} a tile`, rule: 'R7', ...drawing(view, words) })
  if (moves.includes('invoke')) found.push({ what: 'Invoke Ra', rule: 'R11', ...invoking(view, words) })
  const takes = after(moves, 'take')
  if (takes.length)
    found.push({
      what: 'Spend a God',
      does: `Takes one tile from the track without an auction: ${list(
        takes.map((tile) => tileName(tile, words)),
        'or',
      )}.`,
      why: 'A tile that is worth more to you than the 2 points of the God, or that a rival should not get.',
      rule: 'R10',
    })
  for (const sun of after(moves, 'bid').map(Number)) found.push(bidding(view, sun, words))
  if (moves.includes('pass')) found.push({ what: 'Pass', rule: 'R13', ...passing(view, words) })
  const discards = after(moves, 'discard')
  if (discards.length)
    found.push({
      what: `Give up ${list(
        discards.map((tile) => tileName(tile, words)),
        'or',
      )}`,
      does: 'The tile leaves the game, together with the disaster.',
      why: 'Give what you hold twice, or what is furthest from scoring.',
      rule: 'R22',
    })
  if (moves.includes('stop'))
    found.push({ what: 'Stop', does: 'Ends your turn.', why: 'Every God that you keep scores 2.', rule: 'R10' })
  if (moves.some((word) => word.startsWith('tile ')))
    found.push({
      what: 'Say which tile came',
      does: 'Choose the tile that was drawn on your own table.',
      why: 'The screen then says what follows, and keeps the score.',
      rule: 'R7',
    })
  return found
}

type Said = Pick<Choice, 'does' | 'why'>

function drawing({ board }: RaView, words: Words): Said {
  const left = board.ra_spaces - board.ra_tiles
  const end = words.boat ? 'the Sun Boat arrives' : 'the Ra track is full'
  return {
    does: `The next tile goes on the track, for whoever wins it. With ${percent(board.ra_chance)} it is Ra: ${
      left === 1 ? `then ${end}, the epoch ends at once, and what lies there is lost` : 'then there is an auction'
    }.`,
    why:
      left === 1
        ? `A risk for those who still have ${words.sun}s to use, and a hope for those who have none.`
        : 'The lot grows, and somebody else may have to start the auction.',
  }
}

function invoking(view: RaView, words: Words): Said {
  const { board } = view
  const full = board.track.every((tile) => tile !== null)
  return {
    does: `Everyone may bid for what lies there; you bid last. ${
      full ? 'If all pass, the tiles leave the game.' : 'If nobody else bids, you have to.'
    }`,
    why:
      worth(view, words) ?? `Only ${words.sun} ${board.centre_sun} can be won: to be rid of a low one, for instance.`,
  }
}

/** What the lot brings the viewer, and who would gain more by it. */
function worth({ lot, viewer, players }: RaView, words: Words): string | null {
  if (!lot || viewer === null) return null
  const sums = lot.map((gain) => Object.values(gain).reduce((sum, one) => sum + one, 0))
  const mine = sums[viewer] ?? 0
  const most = Math.max(...sums.filter((_, seat) => seat !== viewer))
  const keenest = sums.findIndex((sum, seat) => seat !== viewer && sum === most)
  const rival = most > mine ? `${players[keenest]} would gain ${signed(most)}` : 'nobody would gain more'
  return `The tiles bring you ${signed(mine)} ${words.points} as it stands, and ${rival}.`
}

function bidding(view: RaView, sun: number, words: Words): Choice {
  const { board, viewer } = view
  const mine = viewer === null ? [] : (board.seats[viewer]?.suns_up ?? [])
  const above = rivalsAbove(view, sun)
  return {
    what: `Bid ${sun}`,
    does: `If it wins, you get the tiles and ${words.sun} ${board.centre_sun}, face down, and your ${sun} goes to the centre.`,
    why: [
      above.length ? `${list(above)} can still go higher.` : 'Nobody can go higher: it wins.',
      mine.length > 1 && sun === Math.min(...mine) ? 'Your lowest: nothing is cheaper.' : '',
      mine.length > 1 && sun === Math.max(...mine) ? 'Your highest: the next auction will be harder.' : '',
      mine.length === 1 ? 'Your last one: after it you sit out the epoch.' : '',
    ]
      .filter(Boolean)
      .join(' '),
    rule: 'R17',
  }
}

/** Who has still to bid, and can. */
function rivalsAbove({ board, players, viewer }: RaView, sun: number): string[] {
  return players.filter(
    (_, seat) =>
      seat !== viewer &&
      board.auction?.bids[seat] === null &&
      (board.seats[seat]?.suns_up ?? []).some((one) => one > sun),
  )
}

function passing({ board, players }: RaView, words: Words): Said {
  const best = board.auction?.best_bidder ?? null
  const left = board.ra_spaces - board.ra_tiles
  return {
    does:
      best === null
        ? `You keep your ${words.sun}s. If all pass, ${board.auction?.reason === 'drawn' ? 'the track stays as it is' : 'nobody gets the tiles'}.`
        : `You keep your ${words.sun}s. As it stands, ${players[best]} gets the tiles for ${board.auction?.best_bid}.`,
    why: `A better lot may come. But ${many(left, 'Ra tile')} more, and what you have not bid by then has won nothing.`,
  }
}
