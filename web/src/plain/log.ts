// A line of a game without a face: what was done and what followed, told by its fields.

import { endsEpoch, type Teller } from '../lib/log'
import { brief, named, told } from './facts'

export const tellPlain: Teller = (line, names) => ({
  text: `${names[line.seat] ?? '?'}: ${lower(fields(line.deed, names))}`,
  rolled: [],
  then: line.happened.map((event) => ({ text: fields(event, names), seat: 'seat' in event ? event.seat : null })),
  kind: endsEpoch(line) ? 'epoch' : 'quiet',
})

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** "Bid, sun 9": the first field says what it is. Reasons stand on the score sheet. */
function fields(fact: object, names: string[]): string {
  return Object.entries(fact)
    .filter(([key, part]) => told(part) && key !== 'reasons')
    .map(([key, part], place) => {
      if (place === 0 && typeof part === 'string') return named(part)
      if (key === 'seat' && typeof part === 'number') return names[part] ?? String(part)
      return `${named(key).toLowerCase()} ${brief(part)}`
    })
    .join(', ')
}
