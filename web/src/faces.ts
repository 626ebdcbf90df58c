// The faces of the games: a folder here that has a face.ts is the game of its name. Only this file knows which there are.

import type { Face } from './lib/face'
import { FACE as PLAIN } from './plain/face'

// A face is asked only about views and lines of its own game, which nobody but the server can promise: so each is taken
// for one that understands all of them.
const found = import.meta.glob<{ FACE: Face }>(['./*/face.ts', '!./lib/face.ts', '!./plain/face.ts'], { eager: true })

/** By the game's name. */
export const FACES: ReadonlyMap<string, Face> = new Map(
  Object.entries(found).map(([path, { FACE }]) => [path.split('/')[1] ?? '', FACE]),
)

/** The face of a game: a plain one where it has none of its own. */
export const faceOf = (game: string): Face => FACES.get(game) ?? PLAIN
