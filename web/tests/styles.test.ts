import { expect, it } from 'vitest'

const SOURCES = import.meta.glob<string>('../src/**/*.{svelte,css}', { query: '?raw', import: 'default', eager: true })

/** What a source asks of what lies in something, or behind it: the arguments of its `:has`. */
const asked = (source: string): string[] =>
  [...source.matchAll(/:has\(((?:[^()]|\([^()]*\))*)\)/g)].map(([, argument = '']) => argument)

it('finds what is asked', () => {
  expect(asked(':root:has(.a:not(.b)) .c:has(+ .d) { --e: f(1) }')).toEqual(['.a:not(.b)', '+ .d'])
})

// Then browsers ask again of the whole page whenever anything comes or goes anywhere: 40 ms for a word in the bar.
it('asks nothing that any change of the page could answer', () => {
  const found = Object.entries(SOURCES).flatMap(([path, source]) =>
    asked(source)
      .filter((argument) => argument.includes(':not('))
      .map((argument) => `${path}: ${argument}`),
  )
  expect(Object.values(SOURCES).flatMap(asked).length).toBeGreaterThan(10)
  expect(found).toEqual([])
})
