import { describe, expect, it } from 'vitest'
import { joinLog, joinNotes } from '../src/lib/connection.svelte'
import { line } from './fixtures'

describe('the log of a table', () => {
  it('grows at its end, and loses what was taken back', () => {
    const known = [
      line(1, 0, { verb: 'draw' }),
      line(2, 0, { verb: 'tile', tile: 'Nile' }),
      line(3, 1, { verb: 'invoke' }),
    ]
    expect(joinLog(known, 3, [line(4, 2, { verb: 'pass' })]).map((one) => one.line)).toEqual([1, 2, 3, 4])
    expect(joinLog(known, 2, []).map((one) => one.line)).toEqual([1, 2])
    expect(joinLog(known, 2, [line(3, 1, { verb: 'draw' })]).map((one) => one.deed.verb)).toEqual([
      'draw',
      'tile',
      'draw',
    ])
  })
  it('keeps what was taken back at its place', () => {
    const early = { line: 1, seat: 0, moves: 1, agreed: false }
    const late = { line: 3, seat: 1, moves: 2, agreed: false }
    expect(joinNotes([early], 3, [late])).toEqual([early, late])
    expect(joinNotes([early, late], 3, [late])).toEqual([early, late])
    // What is taken back further up moves the later notes up to it.
    const moved = { ...late, line: 2 }
    const last = { line: 2, seat: 1, moves: 1, agreed: false }
    expect(joinNotes([early, late], 2, [moved, last])).toEqual([early, moved, last])
  })
})
