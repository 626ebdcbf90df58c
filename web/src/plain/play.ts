// A plain game where it is played.

import type { Play } from '../lib/face'
import { hush } from '../lib/stage.svelte'
import { upper } from '../lib/words'
import { tellPlain } from './log'
import PlainTable from './PlainTable.svelte'

export const PLAY: Play = {
  Table: PlainTable,
  tell: tellPlain,
  order: (option) => upper(option.word),
  chapters: null,
  scenes: () => [],
  noise: hush,
}
