// What is told when it has happened: what Suns did, and whom a disaster struck.

import type { Topic } from '../../lib/lesson.svelte'
import type { DiceEvent } from '../../lib/protocol'
import { does, many, upper } from '../../lib/words'
import { LOSSES } from '../disasters'
import type { DiceParts } from '../face'
import { tellEvent } from '../log'
import { followed, nameOf, SUN_TRACK, type Now } from './facts'

/** So near the end, a turn may be the last of the epoch. */
const NEAR = 3

function lossOf(now: Now): DiceEvent | undefined {
  return now.news.flatMap((line) => line.happened).find(({ event }) => LOSSES.includes(event))
}

export const NEWS: Topic<DiceParts>[] = [
  {
    id: 'disaster',
    say(now) {
      const declared = now.news.findLast(({ deed }) => deed.verb === 'disaster' && deed.disaster !== null)
      if (!declared) return null
      const who = does(
        nameOf(now, declared.seat),
        'declares',
        'declare',
        `a ${upper(declared.deed.disaster ?? '')} disaster`,
      )
      const loss = lossOf(now)
      const told = loss && tellEvent(loss, now.names)
      return {
        title: 'A disaster',
        text: `${who}: that is what 4 or 5 Suns are for. It strikes everyone else. ${told ? `${told}.` : 'Nobody had anything to lose.'}`,
      }
    },
  },
  {
    id: 'suns-scored',
    say(now) {
      const [scored] = followed(now, 'suns-scored')
      if (!scored) return null
      const who = does(nameOf(now, scored.seat), 'scores', 'score', `${scored.points} with ${scored.suns} Suns`)
      return { title: 'Three Suns', text: `${who}, at once. Ra stays where he is.`, points: SUN_TRACK }
    },
  },
  {
    id: 'ra-moved',
    say(now) {
      const [moved] = followed(now, 'ra-moved')
      if (!moved) return null
      return {
        title: 'Ra moves',
        text: `${many(moved.steps, 'Sun')} moved Ra to space ${moved.to} of ${moved.track}. When he reaches the end, the epoch is over after that turn, and everyone scores.`,
        points: SUN_TRACK,
      }
    },
  },
  {
    id: 'near',
    say(now) {
      const { ra, sun_track } = now.view.board
      if (sun_track - ra > NEAR || !followed(now, 'ra-moved').length) return null
      return {
        title: 'The end is near',
        text: `Ra is ${many(sun_track - ra, 'space')} from the end: there the epoch is scored. Ask yourself what you still need: a civilization marker, a flood marker, a step on the Pharaoh track?`,
        points: SUN_TRACK,
      }
    },
  },
]
