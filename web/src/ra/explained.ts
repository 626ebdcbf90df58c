// What can be seen at this table, for whatever explains itself there.

import type { RaView } from '../lib/protocol'
import { seenIn, type SeenIn } from '../lib/seen'

export type Seen = SeenIn<RaView>

export const seenHere = seenIn<RaView>
