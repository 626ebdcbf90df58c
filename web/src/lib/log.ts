// The record's lines as sentences. `draw` and the tile that came of it are one thing to a reader.

import type { LogLine } from './protocol'
import { upper, youGrammar } from './words'

export interface Said {
  line: number
  seat: number
  text: string
  /** What followed by itself. */
  then: string[]
  kind: 'quiet' | 'bid' | 'ra' | 'win' | 'epoch'
}

export function tell(log: LogLine[], names: string[], game: string): Said[] {
  const said: Said[] = []
  for (const [place, line] of log.entries()) {
    const name = names[line.seat] ?? '?'
    const [verb = '', ...rest] = line.word.split(' ')
    const object = rest.join(' ')
    let text = `${name} ${line.word}`
    let kind: Said['kind'] = 'quiet'
    if (game === 'dice') {
      text = `${name}: ${line.word.replaceAll(':', ' ')}`
    } else if (verb === 'draw' || line.word === 'turn over') {
      if (log[place + 1]?.word.startsWith('tile ')) continue
      text = `${name} draws`
    } else if (verb === 'tile') {
      text = `${name} draws ${object}`
      if (object === 'Ra') kind = 'ra'
    } else if (verb === 'invoke') {
      text = `${name} invokes Ra`
      kind = 'ra'
    } else if (verb === 'bid') {
      text = `${name} bids ${object}`
      kind = 'bid'
    } else if (verb === 'pass') {
      text = `${name} passes`
    } else if (verb === 'take') {
      text = `${name} spends a God for ${object}`
    } else if (verb === 'discard') {
      text = `${name} gives up ${object}`
    } else if (verb === 'stop') {
      text = `${name} spends no more Gods`
    }
    if (line.happened.some((sentence) => / wins with /.test(sentence))) kind = 'win'
    if (line.happened.some((sentence) => /^epoch \d ends/.test(sentence))) kind = 'epoch'
    said.push({ line: line.line, seat: line.seat, text: youGrammar(text), then: line.happened.map((sentence) => youGrammar(upper(sentence))), kind })
  }
  return said
}
