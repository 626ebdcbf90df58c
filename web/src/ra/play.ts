// Ra where it is played.

import type { Play } from '../lib/face'
import type { RaView } from '../lib/protocol'
import { upper } from '../lib/words'
import type { RaParts } from './face'
import { tellRa } from './log'
import { orderRa, RULE_OF } from './orders'
import RaTable from './RaTable.svelte'
import { noise, scenes } from './scenes'

export const PLAY: Play<RaParts> = {
  Table: RaTable,
  tell: tellRa,
  order: (option, words) => orderRa(option.deed, words),
  thing: ({ kind, number }, words) => (kind === 'sun' ? `${upper(words.sun)} ${number}` : 'The tiles on the track'),
  ruleOf: (option) => RULE_OF[option.deed.verb],
  chapters: { name: 'auction', key: 'a', begins },
  scenes,
  places: true,
  rests: ({ viewer, board }) => viewer !== null && board.seats[viewer]?.suns_up.length === 0,
  noise,
}

/** Whether an auction begins. */
function begins({ board }: RaView, before: RaView): boolean {
  return board.auction !== null && board.auction.ra_player !== before.board.auction?.ra_player
}
