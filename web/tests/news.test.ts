import { expect, test } from 'vitest'
import type { RaEvent } from '../src/lib/protocol'
import { changes } from '../src/ra/news.svelte'
import { line } from './fixtures'

const won: RaEvent = { event: 'auction-won', seat: 1, sun: 9, tiles: ['Nile', 'Funeral'], centre: 1 }
const lost: RaEvent = { event: 'tiles-lost', seat: 1, tile: 'Pharaoh', count: 2, disaster: 'Funeral' }

test('an auction brings tiles to its winner and takes them, and nobody else notices', () => {
  const bid = line(8, 0, { verb: 'pass' }, won, lost)
  expect(changes(bid, 1)).toEqual({ gained: ['Nile', 'Funeral'], lost: ['Pharaoh'] })
  expect(changes(bid, 0)).toEqual({ gained: [], lost: [] })
})

test('a God brings a tile, and a tile can be given up', () => {
  expect(changes(line(3, 2, { verb: 'take', tile: 'Sphinx' }), 2)).toEqual({ gained: ['Sphinx'], lost: [] })
  expect(changes(line(3, 2, { verb: 'discard', tile: 'Sphinx' }), 2)).toEqual({ gained: [], lost: ['Sphinx'] })
  expect(changes(line(3, 2, { verb: 'discard', tile: 'Sphinx' }), 0)).toEqual({ gained: [], lost: [] })
})

test('without news nothing changes', () => {
  expect(changes(null, 0)).toEqual({ gained: [], lost: [] })
})
