// A game that has no face of its own: all that is known of it is what the server says of every game.

import type { Face } from '../lib/face'
import { Later } from '../lib/later.svelte'

export const FACE: Face = {
  called: null,
  lead: 'Against bots or with friends: on one screen or by a link.',
  Picture: null,
  drawn: false,
  printed: () => [],
  play: new Later(async () => (await import('./play')).PLAY),
  book: new Later(async () => (await import('./book')).BOOK),
}
