import { describe, expect, it } from 'vitest'
import { FACE as DICE } from '../src/dice/face'
import { FACES, faceOf } from '../src/faces'
import { FACE as PLAIN } from '../src/plain/face'
import { FACE as RA } from '../src/ra/face'

const GAMES = [...FACES.keys()]

describe('faces', () => {
  it('are found by the name of the game', () => {
    expect(GAMES.sort()).toEqual(['dice', 'ra'])
    expect(faceOf('ra')).toBe(RA)
    expect(faceOf('dice')).toBe(DICE)
  })

  it('are plain for a game that has none', () => {
    expect(faceOf('nim')).toBe(PLAIN)
    expect(faceOf('')).toBe(PLAIN)
  })
})

describe('what all games share', () => {
  const sources = import.meta.glob<string>(
    ['../src/{home,lib,newtable,pages,parts}/**/*.{ts,svelte}', '!../src/lib/protocol.ts'],
    { query: '?raw', import: 'default', eager: true },
  )
  /** Files end in this whichever game they tell, and the mark of the house is a picture of the god. */
  const ALLOWED = [/(?<=[}"'\w])\.ra\b/g, /#art-ra\b/g]
  const named = new RegExp(String.raw`\b(${GAMES.join('|')})\b`, 'i')
  const typed = new RegExp(
    String.raw`\b(${GAMES.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join('|')})[A-Z]`,
  )

  it('is read by this test', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(40)
    expect(sources['../src/pages/Table.svelte']).toContain('faceOf')
    expect("game === 'dice'").toMatch(named)
    expect("import { tellRa } from '../ra/log'").toMatch(named)
    expect('view: RaView').toMatch(typed)
  })

  it('names no game', () => {
    const found = Object.entries(sources).flatMap(([path, source]) =>
      ALLOWED.reduce((text, one) => text.replaceAll(one, ''), source)
        .split('\n')
        .filter((line) => named.test(line) || typed.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })

  it('imports nothing of a game', () => {
    const found = Object.entries(sources).flatMap(([path, source]) =>
      [...source.matchAll(/(?:from|import|import\()\s*['"]\.\.\/([^/'"]+)\//g)]
        .filter(([, folder]) => folder === 'plain' || GAMES.includes(folder ?? ''))
        .map(([line]) => `${path}: ${line}`),
    )
    expect(found).toEqual([])
  })
})
