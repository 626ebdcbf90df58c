// What can be seen at this table, for whatever explains itself there.

import type { DiceView } from '../lib/protocol'
import { seenIn, type SeenIn } from '../lib/seen'

export type Seen = SeenIn<DiceView>

export const seenHere = seenIn<DiceView>
