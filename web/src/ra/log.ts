// A line of Ra in sentences. Nothing is worked out here. Who won an auction, for example, is the event `auction-won` in
// `line.happened`, as the server sent it. `scenes.ts` shows the same event on the board.

import { endsEpoch, type Follows, type Said, type Telling } from '../lib/log'
import type { RaDeed, RaEvent, RaLine } from '../lib/protocol'
import { does, epochName, EPOCHS, list, tileName, tilesOf, type Doing, type Words } from '../lib/words'

export function tellRa(line: RaLine, names: string[], words: Words, _before?: RaLine, after?: RaLine): Telling {
  // The tile that was drawn tells it.
  if (line.deed.verb === 'draw' && after?.chance && !line.happened.length) return null
  return {
    text: does(names[line.seat], ...deed(line.deed, words)) + (line.deed.verb === 'discard' ? ' to a disaster' : ''),
    rolled: [],
    then: [...line.happened.flatMap((event) => follows(event, names, words)), ...beginning(line, names, words)],
    kind: kindOf(line),
  }
}

/** What somebody does. */
export function deed({ verb, tile, sun }: RaDeed, words: Words): Doing {
  const named = tile === null ? '' : tileName(tile, words)
  switch (verb) {
    case 'draw':
      return ['draws', 'draw', '']
    case 'tile':
      return ['draws', 'draw', named]
    case 'invoke':
      return ['invokes', 'invoke', 'Ra']
    case 'bid':
      return ['bids', 'bid', String(sun)]
    case 'pass':
      return ['passes', 'pass', '']
    case 'take':
      return ['spends', 'spend', `a God for ${named}`]
    case 'discard':
      return ['gives up', 'give up', named]
    case 'stop':
      return ['spends', 'spend', 'no more Gods']
  }
}

function follows(event: RaEvent, names: string[], words: Words): Follows[] {
  const text = tellEvent(event, names, words)
  if (text === null) return []
  return [{ text, seat: 'seat' in event ? event.seat : null, loud: event.event === 'auction-won', ...byRule(event) }]
}

/** The rule by which something followed. */
function byRule(event: RaEvent): { rule?: string } {
  const rule = event.event === 'all-passed' ? (event.tiles === 'leave' ? 'R15' : 'R16') : RULES[event.event]
  return rule ? { rule } : {}
}
const RULES: Partial<Record<RaEvent['event'], string>> = {
  passed: 'R13',
  'auction-won': 'R17',
  'tiles-lost': 'R19',
  'epoch-ended': 'R23',
}

/** Who begins the next epoch. */
function beginning(line: RaLine, names: string[], words: Words): Follows[] {
  const first = firstAfter(line)
  return first ? [{ text: tellFirst(first, names, words), seat: first.seat, loud: false, rule: 'R5' }] : []
}

/** Somebody begins an epoch. */
export interface First {
  epoch: number
  seat: number
  sun: number
}

/** Who begins the epoch after the one that a line ended: whoever has the highest sun before them (R5). */
export function firstAfter({ happened }: RaLine): First | null {
  const ended = happened.find((event) => event.event === 'epoch-ended')
  if (!ended || ended.epoch === EPOCHS.length) return null
  const highest = happened.flatMap((event) =>
    event.event === 'scored'
      ? [{ seat: event.seat, sun: Math.max(...event.held.suns_up, ...event.held.suns_down) }]
      : [],
  )
  const first = highest.sort((one, other) => other.sun - one.sun)[0]
  return first ? { ...first, epoch: ended.epoch + 1 } : null
}

export const tellFirst = ({ epoch, seat, sun }: First, names: string[], words: Words): string =>
  does(names[seat], 'begins', 'begin', `epoch ${epochName(epoch)} with the highest ${words.sun}, ${sun}`)

/** What followed by itself; what an epoch brought stands on its sheet. */
export function tellEvent(event: RaEvent, names: string[], words: Words): string | null {
  switch (event.event) {
    case 'passed': {
      const why = event.above === null ? `no face-up ${words.sun}` : `no ${words.sun} above ${event.above}`
      return `${does(names[event.seat], 'passes', 'pass')}: ${why}`
    }
    case 'auction-won': {
      const prize = [...event.tiles.map((tile) => tileName(tile, words)), `${words.sun} ${event.centre}`]
      return does(names[event.seat], 'wins', 'win', `with ${event.sun}: ${list(prize)}`)
    }
    case 'all-passed':
      // Also true of an empty track: there are no tiles that could stay.
      return `Everyone passes: ${event.tiles === 'leave' ? 'the tiles leave the game' : 'nothing is won'}`
    case 'tiles-lost':
      return does(names[event.seat], 'loses', 'lose', `${tilesOf(event.count, event.tile, words)} to a disaster`)
    case 'epoch-ended':
      return `Epoch ${epochName(event.epoch)} ends: ${event.why === 'ra' ? 'the Ra track is full' : `no ${words.sun} is face up`}`
    case 'scored':
      return null
  }
}

function kindOf(line: RaLine): Said['kind'] {
  if (endsEpoch(line)) return 'epoch'
  if (bringsRa(line)) return 'loud'
  return line.deed.verb === 'bid' ? 'usual' : 'quiet'
}

/** Whether Ra comes: drawn from the bag, or invoked. */
export const bringsRa = ({ deed }: RaLine): boolean =>
  deed.verb === 'invoke' || (deed.verb === 'tile' && deed.tile === 'Ra')
