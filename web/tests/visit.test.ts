import { describe, expect, it } from 'vitest'
import news from 'virtual:news'
import { newsOf } from '../src/lib/changelog'
import { putAside, sinceLastVisit } from '../src/lib/news'

/** What a browser keeps. */
class Kept implements Storage {
  [name: string]: unknown
  #found = new Map<string, string>()
  get length(): number {
    return this.#found.size
  }
  clear = (): void => this.#found.clear()
  key = (place: number): string | null => [...this.#found.keys()][place] ?? null
  getItem = (name: string): string | null => this.#found.get(name) ?? null
  setItem = (name: string, text: string): void => void this.#found.set(name, text)
  removeItem = (name: string): void => void this.#found.delete(name)
}

const named = (...titles: string[]): { title: string; says: string }[] => titles.map((title) => ({ title, says: '.' }))

describe('what is new', () => {
  it('is what the changelog has in bold', () => {
    const changelog = [
      '# Changelog',
      '### Added',
      '- **A search.** In the *rules*, as',
      '  [they](docs/rules.md) are.',
      '- Nothing for players.',
      '- **Help.** For `now`.',
      '### Fixed',
      '- **Bold** in the middle of nothing.',
    ].join('\n')
    expect(newsOf(changelog)).toEqual([
      { title: 'A search', says: 'In the rules, as they are.' },
      { title: 'Help', says: 'For now.' },
    ])
  })

  it('is in the build, and every piece of it has its own title', () => {
    expect(news.length).toBeGreaterThan(3)
    expect(new Set(news.map(({ title }) => title)).size).toBe(news.length)
  })

  it('is nothing on a first visit, and afterwards what was not there', () => {
    const long = new Kept()
    expect(sinceLastVisit(named('a', 'b'), false, long, new Kept())).toEqual([])
    const visit = new Kept()
    expect(sinceLastVisit(named('c', 'a', 'b'), false, long, visit)).toEqual(named('c'))
    // To come back to the page is no new visit.
    expect(sinceLastVisit(named('c', 'a', 'b'), false, long, visit)).toEqual(named('c'))
    expect(sinceLastVisit(named('c', 'a', 'b'), false, long, new Kept())).toEqual([])
  })

  it('is everything for whoever has played here before anything was kept of it', () => {
    const [long, visit] = [new Kept(), new Kept()]
    expect(sinceLastVisit(named('a', 'b'), true, long, visit)).toEqual(named('a', 'b'))
    expect(sinceLastVisit(named('a', 'b'), true, long, new Kept())).toEqual([])
  })

  it('is gone when it was put aside', () => {
    const [long, visit] = [new Kept(), new Kept()]
    sinceLastVisit(named('a'), false, long, new Kept())
    expect(sinceLastVisit(named('b', 'a'), false, long, visit)).toEqual(named('b'))
    putAside(visit)
    expect(sinceLastVisit(named('b', 'a'), false, long, visit)).toEqual([])
  })

  it('is nothing where a browser keeps nothing, or something else', () => {
    const [long, refuses] = [new Kept(), new Kept()]
    long.setItem('heliopolis.news', '{')
    expect(sinceLastVisit(named('a'), false, long, new Kept())).toEqual([])
    refuses.getItem = () => {
      throw new Error('denied')
    }
    refuses.setItem = refuses.getItem
    expect(sinceLastVisit(named('a'), false, refuses, refuses)).toEqual([])
  })
})
