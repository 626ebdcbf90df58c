// The tables of Ra that people know by a name.

import { PRESETS, type Preset } from '../lib/presets'

export const RA_PRESETS: Preset[] = [
  { ...PRESETS[0]!, says: 'You against three bots, with the usual box. Nobody has to wait for you.' },
  {
    ...PRESETS[1]!,
    says: 'You get a link for your friends. Each plays on a screen of their own, with points face down.',
  },
  { ...PRESETS[2]!, says: 'You and one friend, by a link: four suns each, and every auction is a duel.' },
  PRESETS[3]!,
  {
    name: 'box',
    title: 'Our own box and bag',
    says: 'You play on your own table and draw from your own bag; here you say what came. Every move is checked, every score kept.',
    seats: ['person', 'person', 'person'],
    draws: 'table',
  },
]
