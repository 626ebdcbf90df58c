// Ra: The Dice Game in the browser.

import type { Face } from '../lib/face'
import { Later } from '../lib/later.svelte'
import type { DiceLine, DiceOption, DiceView } from '../lib/protocol'
import type { DiceScene } from './disasters'
import { TITLE } from './lesson/title'
import { DICE_PRESETS } from './presets'

export interface DiceParts {
  view: DiceView
  line: DiceLine
  option: DiceOption
  scene: DiceScene
}

export const FACE: Face<DiceParts> = {
  called: 'the dice game',
  lead: 'Roll five dice, keep what you like, and use them before Ra comes to the end of his track. Reiner Knizia’s dice game of ancient Egypt, against bots or with friends: on one screen or by a link.',
  Picture: null,
  presets: DICE_PRESETS,
  // Dice are rolled by the server: only a bag can lie on a real table.
  drawn: false,
  printed: () => [],
  play: new Later(async () => (await import('./play')).PLAY),
  book: new Later(async () => (await import('./book')).BOOK),
  lesson: { title: TITLE, taught: new Later(async () => (await import('./lesson/lesson')).LESSON) },
}
