import { describe, expect, test } from 'vitest'
import drawings from '../src/art/art.svg?raw'
import { drawingOf, KINDS, markOf, ROWS } from '../src/art/tiles'

const ids = [...drawings.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)

describe('the file of drawings', () => {
  test('has a whole tile and a silhouette for every kind', () => {
    for (const kind of KINDS.values()) {
      expect(ids).toContain(drawingOf(kind.name))
      expect(ids).toContain(`art-${kind.art}`)
    }
    expect(ids.filter((id) => id?.startsWith('tile-'))).toHaveLength(KINDS.size)
  })

  test('has every name once, and uses only what it has', () => {
    expect(ids).toEqual([...new Set(ids)])
    const used = [...drawings.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
    expect(used.length).toBeGreaterThan(KINDS.size)
    for (const id of used) expect(ids).toContain(id)
  })

  test('gives every silhouette two colours, and no other', () => {
    const silhouettes = [...drawings.matchAll(/<symbol id="art-[^]*?<\/symbol>/g)].map(([symbol]) => symbol)
    expect(silhouettes.length).toBeGreaterThanOrEqual(new Set([...KINDS.values()].map((kind) => kind.art)).size)
    for (const symbol of silhouettes)
      for (const [, colour] of symbol.matchAll(/(?:fill|stroke)="([^"]+)"/g))
        expect(['currentColor', 'var(--second)', 'none']).toContain(colour)
  })
})

describe('the letters in the corner', () => {
  test.each([
    ['most editions', {}],
    ['an edition with a War', { Unrest: 'War' }],
  ])('begin as the name does, and nobody else has them: %s', (_, names: Record<string, string>) => {
    const named = [...KINDS.keys()].map((kind) => ({ kind, name: names[kind] ?? kind }))
    const marks = named.map(({ kind, name }) => markOf(kind, name))
    // Capitals alone tell nothing apart.
    expect(new Set(marks.map((mark) => mark.toLowerCase())).size).toBe(marks.length)
    for (const [place, { name }] of named.entries()) {
      const [first, second = ''] = marks[place]!.replace('!', '')
      expect(name.charAt(0)).toBe(first)
      expect(name.slice(1)).toContain(second)
    }
  })
})

test('every kind that a player can keep has one place', () => {
  const places = ROWS.flatMap((row) => row.kinds)
  const kept = [...KINDS.values()].filter((kind) => kind.category !== 'ra' && kind.category !== 'disaster')
  expect([...places].sort()).toEqual(kept.map((kind) => kind.name).sort())
})
