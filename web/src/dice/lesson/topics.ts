// What is taught when there is a choice, the most important first.

import type { Saying, Topic } from '../../lib/lesson.svelte'
import { many } from '../../lib/words'
import { choicesOf } from '../choices'
import type { DiceParts } from '../face'
import { mine, offer, standing, SUN_TRACK, type Now } from './facts'

/** What the Suns of a turn do (D13). */
function sunsDo(suns: number): string {
  if (!suns) return 'You have none, so Ra stays.'
  if (suns < 3) return `Your ${many(suns, 'Sun')} ${suns === 1 ? 'moves' : 'move'} Ra ${many(suns, 'space')}.`
  return suns === 3 ? 'Your 3 Suns score 3.' : `Your ${suns} Suns are a disaster.`
}

const SAYINGS: Record<string, (now: Now) => Saying | null> = {
  roll({ view, words }) {
    if (view.board.phase !== 'rerolling') return null
    return {
      title: 'Your first roll',
      text: `Most ${words.points} after three epochs win. You roll five dice, and may roll any of them again, twice. Only Suns are locked until your turn ends.`,
    }
  },

  faces({ view }) {
    if (view.board.phase !== 'rerolling') return null
    return {
      title: 'What dice do',
      text: 'Pharaoh and Nile are steps on their tracks, a Monument builds. Three Civilizations place a marker, three Niles a flood. An Ankh helps any of them.',
    }
  },

  civilization({ view }) {
    if (!choicesOf(view.moves).civilization.length) return null
    return {
      title: 'Civilization',
      text: '3, 4 or 5 dice place 1, 2 or 3 markers, in colours of your Civilization dice. At the end of the epoch 3, 4 or 5 markers score 5, 10 or 15; none costs 5. Then all go.',
    }
  },

  use({ view }) {
    if (view.board.phase !== 'using' || view.moves.length < 2) return null
    return {
      title: 'Use your dice',
      text: 'Each die does one thing. What can be done glows on the board, with the number of dice it takes. What you do not use is lost.',
    }
  },

  flood(now) {
    if (!choicesOf(now.view.moves).floods.length) return null
    return {
      title: 'A flood',
      text: `Three Nile symbols place a flood marker, instead of three steps. With one, your space on the Nile track, now ${mine(now).nile}, scores its number at the end of the epoch. Then flood markers go.`,
      points: '.water',
    }
  },

  monument({ view }) {
    if (!choicesOf(view.moves).monuments.length) return null
    return {
      title: 'Monuments',
      text: 'A Monument die builds in the row of its colour. Monuments stay, and score at the end of the game: 1 for each column, 10 for seven, 15 for eight; and 5, 10 or 15 for 3, 4 or 5 in one column.',
    }
  },

  pharaoh(now) {
    if (!choicesOf(now.view.moves).pharaoh.length) return null
    return {
      title: 'The Pharaoh track',
      text: `At the end of each epoch whoever is furthest gains 5 and goes back 2, and whoever is last loses 2 and goes on 1. Now: ${standing(now, 'pharaoh')}.`,
    }
  },

  nile(now) {
    if (!choicesOf(now.view.moves).nile.length) return null
    const flood = mine(now).floods ? 'You have a flood marker, so it will.' : 'You have none yet.'
    return {
      title: 'The Nile track',
      text: `Your space scores its number at the end of the epoch, but only with a flood marker. ${flood} Your place on the track stays for later epochs.`,
    }
  },

  ankhs({ view }) {
    if (!view.moves.includes('ankhs')) return null
    return {
      title: 'Ankhs',
      text: 'An Ankh helps any other die: one more step, or one die less to find. Two that nobody needs score 2 at once.',
      points: offer('ankhs'),
    }
  },

  end({ view }) {
    if (view.board.phase !== 'using' || view.moves.length > 1) return null
    return {
      title: 'Now Suns count',
      text: `At the end of a turn 1 or 2 Suns move Ra that far along the Sun track. 3 Suns score 3 instead; 4 or 5 bring the others a disaster. ${sunsDo(view.board.suns.length)}`,
      points: SUN_TRACK,
    }
  },

  declare({ view }) {
    if (view.board.phase !== 'declaring') return null
    return {
      title: 'A disaster',
      text: 'With 4 or 5 Suns you may strike all others: 2 steps back on the Pharaoh track, a flood marker, or 2 civilization markers or monuments. You choose which.',
      points: '.offers',
    }
  },

  discard({ view }) {
    if (view.board.phase !== 'discarding') return null
    return {
      title: 'Struck',
      text: 'A rival has declared a disaster. You choose which of your markers it takes.',
      points: '.board .target',
    }
  },
}

export const TOPICS: Topic<DiceParts>[] = Object.entries(SAYINGS).map(([id, say]) => ({ id, say }))
