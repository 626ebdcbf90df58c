import { describe, expect, it } from 'vitest'
import { together } from '../src/lib/view'
import { view } from './fixtures'

describe('a shared screen', () => {
  it('shows the points that any of its seats may see, and no others', () => {
    const ann = { ...view(), points: [12, null, null], totals: [[10, null, null]] }
    const bert = { ...view(), points: [null, 7, null], totals: [[null, 9, null]] }
    expect(together(ann, [ann, bert]).points).toEqual([12, 7, null])
    expect(together(ann, [ann, bert]).totals).toEqual([[10, 9, null]])
    expect(together(bert, [bert]).points).toEqual([null, 7, null])
    expect(together(ann, [ann, bert]).viewer).toBe(ann.viewer)
  })
})
