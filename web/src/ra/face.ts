// Ra in the browser.

import type { Face } from '../lib/face'
import { Later } from '../lib/later.svelte'
import type { EditionLine, RaLine, RaOption, RaView } from '../lib/protocol'
import { TITLE } from './lesson/title'
import Picture from './Picture.svelte'
import { RA_PRESETS } from './presets'
import type { RaScene } from './scenes'

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
  presets: RA_PRESETS,
  scoresRule: 'R35',
  drawn: true,
  printed,
  play: new Later(async () => (await import('./play')).PLAY),
  book: new Later(async () => (await import('./book')).BOOK),
  lesson: { title: TITLE, taught: new Later(async () => (await import('./lesson/lesson')).LESSON) },
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
