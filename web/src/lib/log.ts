// The record's lines as sentences. What was done and what chance answered are one thing to a reader.

import { rolledDice, tellDice, type Rolled } from './diceLog'
import type { LogLine } from './protocol'
import { upper, youGrammar } from './words'

export interface Said {
  line: number
  seat: number
  text: string
  /** What was rolled, to be drawn. */
  dice: Rolled[]
  /** What followed by itself. */
  then: string[]
  kind: 'quiet' | 'bid' | 'ra' | 'win' | 'epoch'
}

/** Words that only ask chance for an answer, or make room for the next one. */
const ASKS = /^(draw|turn over|reroll .*|end)$/

export function tell(log: LogLine[], names: string[], game: string): Said[] {
  const said: Said[] = []
  for (const [place, line] of log.entries()) {
    if (ASKS.test(line.word) && log[place + 1]?.chance && !line.happened.length) continue
    const told = game === 'dice' ? tellDice(line.word, log[place - 1]?.word) : tellRa(line.word)
    said.push({
      line: line.line,
      seat: line.seat,
      text: youGrammar(`${names[line.seat] ?? '?'} ${told}`),
      dice: rolledDice(line.word),
      then: line.happened.map((sentence) => youGrammar(upper(sentence))),
      kind: kindOf(line),
    })
  }
  return said
}

/** A line for those who listen, or who see only one: nothing is drawn in it. */
export function aloud(said: Said): string {
  const dice = said.dice.map(({ colour, face }) => `${colour} ${face}`).join(', ')
  return [dice ? `${said.text}: ${dice}` : said.text, ...said.then].join('. ')
}

function tellRa(word: string): string {
  const [verb = '', ...rest] = word.split(' ')
  const object = rest.join(' ')
  switch (verb) {
    case 'draw':
    case 'turn':
      return 'draws'
    case 'tile':
      return `draws ${object}`
    case 'invoke':
      return 'invokes Ra'
    case 'bid':
      return `bids ${object}`
    case 'pass':
      return 'passes'
    case 'take':
      return `spends a God for ${object}`
    case 'discard':
      return `gives up ${object}`
    case 'stop':
      return 'spends no more Gods'
    default:
      return word
  }
}

function kindOf(line: LogLine): Said['kind'] {
  if (line.happened.some((sentence) => /^epoch \d ends/.test(sentence))) return 'epoch'
  if (line.happened.some((sentence) => / wins with /.test(sentence))) return 'win'
  if (line.word === 'tile Ra' || line.word === 'invoke') return 'ra'
  return line.word.startsWith('bid ') ? 'bid' : 'quiet'
}
