// What is said of a move that was made: what it did, and what that means. Nobody is scolded.

import type { Made, Saying } from '../../lib/lesson.svelte'
import { list, many, upper } from '../../lib/words'
import { LOSSES } from '../disasters'
import type { DiceParts } from '../face'
import { tellEvent } from '../log'
import { DICE, followed, mine, standing, type Now } from './facts'

export function answer(now: Now, { line: { deed }, wise }: Made<DiceParts>): Saying {
  switch (deed.verb) {
    case 'roll':
    case 'reroll':
      return rolled(now, wise)
    case 'keep':
      return {
        title: 'You keep the dice',
        text: wise
          ? 'Now each of them can be used, once.'
          : 'You could have rolled some again. Now they are used as they lie.',
        points: DICE,
      }
    case 'pharaoh':
    case 'nile':
      return {
        title: `You moved on the ${upper(deed.verb)} track`,
        text: `Now: ${standing(now, deed.verb)}. ${instead(wise)}`,
      }
    case 'flood':
      return {
        title: 'You placed a flood marker',
        text: `Space ${mine(now).nile} of the Nile track counts for you at the end of the epoch. ${instead(wise)}`,
      }
    case 'civilization':
      return {
        title: `You placed ${many(deed.colours.length, 'civilization marker')}`,
        text: `${markers(now)} ${instead(wise)}`,
      }
    case 'monument':
      return {
        title: 'You built a monument',
        text: `You have ${many(mine(now).monuments.length, 'monument')}. Monuments stay to the end of the game. ${instead(wise)}`,
      }
    case 'ankhs':
      return { title: 'You used two Ankhs', text: `They scored 2 at once. ${instead(wise)}` }
    case 'disaster':
      return deed.disaster === null
        ? { title: 'You declared no disaster', text: 'Nobody loses anything. It would have cost only the others.' }
        : { title: 'You declared a disaster', text: `${struck(now)} ${instead(wise)}` }
    case 'discard-civilization':
      return { title: 'You gave up a civilization marker', text: `${markers(now)} ${instead(wise)}` }
    case 'discard-monument':
      return {
        title: 'You gave up a monument',
        text: `You have ${many(mine(now).monuments.length, 'monument')} left. ${instead(wise)}`,
      }
    case 'end':
      return { title: 'You ended your turn', text: ended(now, wise) }
  }
}

const instead = (wise: boolean): string => (wise ? '' : 'It was not what I would have done, but it is yours to choose.')

function rolled(now: Now, wise: boolean): Saying {
  const dice = now.news.find(({ chance, seat }) => chance && seat === now.me)?.deed.rolled ?? []
  const suns = dice.filter(({ face }) => face === 'Sun').length
  const locked = suns ? ` ${suns === 1 ? 'The Sun is' : 'The Suns are'} locked.` : ''
  return {
    title: 'You rolled again',
    text: `You rolled ${list(dice.map(({ colour, face }) => `${colour} ${face}`))}.${locked} ${instead(wise)}`,
    points: DICE,
  }
}

/** What civilization markers score, by their number (D18). */
const SCORES = [-5, 0, 0, 5, 10, 15]
function markers(now: Now): string {
  const { length } = mine(now).civilization
  const points = SCORES[Math.min(length, SCORES.length - 1)] ?? 0
  if (!length) return 'You have no civilization marker: that costs 5 at the end of the epoch.'
  const held = `You have ${many(length, 'civilization marker')}`
  return points ? `${held}: ${points} at the end of the epoch.` : `${held}: enough to lose nothing; 3 would score 5.`
}

/** Whom the own disaster strikes. */
function struck(now: Now): string {
  const lost = now.news
    .flatMap((line) => line.happened)
    .flatMap((event) => (LOSSES.includes(event.event) ? (tellEvent(event, now.names) ?? []) : []))
  if (now.view.board.phase === 'discarding') lost.push('They choose what to give up')
  return lost.length ? `${lost.join('. ')}.` : 'Nobody had anything to lose.'
}

function ended(now: Now, wise: boolean): string {
  const unused = wise ? '' : ' Some dice could still have done something: what is not used is lost.'
  if (followed(now, 'epoch-ended').length) return `Ra reached the end of the Sun track.${unused}`
  return `Now the others roll.${unused}`
}
