// What is said of a move that was made: what it did, and what that means. Nobody is scolded.

import type { Saying } from '../../lib/lesson.svelte'
import { list, many, upper } from '../../lib/words'
import { DICE, mine, standing, type Now } from './facts'

export function answer(now: Now, played: string, asked: string): Saying {
  const own = now.news.find(({ seat, chance }) => seat === now.me && !chance)
  const deed = own?.deed
  const wise = played === asked
  switch (deed?.verb) {
    case 'reroll': {
      const rolled = now.news.find(({ chance, seat }) => chance && seat === now.me)?.deed.rolled ?? []
      return {
        title: 'You rolled again',
        text: `You rolled ${list(rolled.map(({ colour, face }) => `${colour} ${face}`))}.`,
        points: DICE,
      }
    }
    case 'keep':
      return {
        title: 'You keep the dice',
        text: wise ? '' : 'You could have rolled some again. Now they are used as they lie.',
        points: DICE,
      }
    case 'pharaoh':
    case 'nile':
      return {
        title: `${upper(deed.verb)} track`,
        text: `On the ${upper(deed.verb)} track now: ${standing(now, deed.verb)}. ${instead(wise)}`,
      }
    case 'flood':
      return {
        title: 'A flood marker',
        text: `Space ${mine(now).nile} of the Nile track counts for you at the end of the epoch. ${instead(wise)}`,
      }
    case 'civilization': {
      const { length } = mine(now).civilization
      return {
        title: 'Civilization',
        text: `You have ${many(length, 'marker')}. ${length < 3 ? 'That is enough to lose nothing; 3 would score 5.' : ''} ${instead(wise)}`,
      }
    }
    case 'monument':
      return {
        title: 'Built',
        text: `You have ${many(mine(now).monuments.length, 'monument')}. Monuments stay to the end of the game. ${instead(wise)}`,
      }
    case 'ankhs':
      return { title: 'Two Ankhs', text: `They scored 2 at once. ${instead(wise)}` }
    case 'end':
      return {
        title: 'Your turn is over',
        text: wise ? 'Now the others roll.' : 'Some dice could still have done something: what is not used is lost.',
      }
    default:
      return { title: 'Done', text: '' }
  }
}

const instead = (wise: boolean): string => (wise ? '' : 'It was not what I would have done, but it is yours to choose.')
