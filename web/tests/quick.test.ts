import { describe, expect, it } from 'vitest'
import type { BotLine } from '../src/lib/protocol'
import { levels, others, usualBot } from '../src/lib/quick'

describe('levels', () => {
  const bot = (name: string, level: boolean): BotLine => ({ name, title: name, line: '', level })
  const bots = [bot('scribe', true), bot('priest', true), bot('greedy', false)]

  it('are offered before what is for the curious', () => {
    expect(levels(bots).map((one) => one.name)).toEqual(['scribe', 'priest'])
    expect(others(bots).map((one) => one.name)).toEqual(['greedy'])
  })

  it('begin with the one that was chosen last', () => {
    expect(usualBot({ bots, usual_bot: 'priest' }, '')).toBe('priest')
    expect(usualBot({ bots, usual_bot: 'priest' }, 'scribe')).toBe('scribe')
    expect(usualBot({ bots, usual_bot: 'priest' }, 'greedy')).toBe('priest')
    expect(usualBot({ bots, usual_bot: 'priest' }, 'gone')).toBe('priest')
  })
})
