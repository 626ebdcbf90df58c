// Ra in the browser.

import type { Face } from '../lib/face'
import type { EditionLine, RaLine, RaOption, RaView } from '../lib/protocol'
import Example from './Example.svelte'
import EXAMPLES from './examples.json'
import { helpRa } from './help'
import InAMinute from './InAMinute.svelte'
import { LESSON } from './lesson/lesson'
import { tellRa } from './log'
import { orderRa } from './orders'
import Overview from './Overview.svelte'
import Picture from './Picture.svelte'
import { RA_PRESETS } from './presets'
import RaTable from './RaTable.svelte'
import Scoring from './Scoring.svelte'
import { noise, scenes, type RaScene } from './scenes'

export interface RaParts {
  view: RaView
  line: RaLine
  option: RaOption
  scene: RaScene
}

export const FACE: Face<RaParts> = {
  called: null,
  lead: 'Draw tiles, invoke Ra, bid your suns. Reiner Knizia’s auction of ancient Egypt, against bots or with friends: on one screen or by a link.',
  Picture,
  InAMinute,
  help: helpRa,
  Scoring,
  Overview,
  examples: { all: EXAMPLES, Picture: Example },
  lesson: LESSON,
  keys: [
    ['D', 'draw a tile'],
    ['I', 'invoke Ra'],
    ['its number', 'bid that sun: 1 and 3 for the 13'],
    ['P', 'pass'],
    ['1 – 8', 'choose the tile on that space to take with a God, then Enter'],
    ['1 – 8', 'give up that tile, when a disaster asks for it'],
    ['S', 'stop spending Gods'],
    ['U', 'take back your last move, while nothing was revealed'],
    ['H', 'ask what the expert would do, where you play against bots only; Enter follows it'],
    ['B', 'see what is left in the bag'],
    ['E', 'score sheet'],
    ['L', 'fold log and preview'],
  ],
  presets: RA_PRESETS,
  drawn: true,
  printed,

  Table: RaTable,
  tell: tellRa,
  order: (option, words) => orderRa(option.deed, words),
  chapters: { name: 'auction', key: 'a', begins },
  scenes,
  rests: ({ viewer, board }) => viewer !== null && board.seats[viewer]?.suns_up.length === 0,
  noise,
}

function printed(edition: EditionLine): string[] {
  const differs = [
    `a disaster that a God takes strikes ${edition.words.god_disasters === 'at-once' ? 'at once' : 'after the last tile'}`,
  ]
  if (edition.boat) differs.push('the Sun Boat counts Ra')
  const { supply } = edition.words
  if (supply && !supply.includes('bag')) differs.push(`tiles lie ${supply}`)
  return [...differs, ...Object.entries(edition.tiles).map(([kind, name]) => `${kind} is ${name}`)]
}

/** Whether an auction begins. */
function begins({ board }: RaView, before: RaView): boolean {
  return board.auction !== null && board.auction.ra_player !== before.board.auction?.ra_player
}
