// The tables of the dice game that people know by a name.

import { PRESETS, type Preset } from '../lib/presets'

export const DICE_PRESETS: Preset[] = [
  { ...PRESETS[0]!, says: 'You against three bots, each with five dice. Nobody has to wait for you.' },
  { ...PRESETS[1]!, says: 'You get a link for your friends. Each rolls on a screen of their own.' },
  { ...PRESETS[2]!, says: 'You and one friend, by a link: Ra has only eight spaces to go.' },
  PRESETS[3]!,
]
