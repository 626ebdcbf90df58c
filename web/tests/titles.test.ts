import { expect, it } from 'vitest'

const SOURCES = import.meta.glob<string>('../src/**/*.svelte', { query: '?raw', import: 'default', eager: true })

/** A tag and what stands in it; what is in braces may hold anything, three deep. */
const TAG = /<([A-Za-z][\w.:-]*)((?:[^<>{}"']|"[^"]*"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)>/g

/** The elements of a source that have a title: a component may have a property of that name. */
const titled = (source: string): string[] =>
  [...source.matchAll(TAG)]
    .filter(([, name = '', inside = '']) => /^[a-z][\w-]*$/.test(name) && /(^|\s)(title=|\{title\})/.test(inside))
    .map(([tag]) => tag)

it('finds titles where they are', () => {
  expect(titled('<p title="a">')).toHaveLength(1)
  expect(titled('<b class={a > 1 ? "x" : `${y}`} {title}>')).toHaveLength(1)
  expect(titled('<Dialog title="a"><svelte:head><title>A</title>')).toEqual([])
})

it('has no element with a title: a finger cannot ask for it', () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(50)
  expect(Object.entries(SOURCES).flatMap(([path, source]) => titled(source).map((tag) => `${path}: ${tag}`))).toEqual(
    [],
  )
})
