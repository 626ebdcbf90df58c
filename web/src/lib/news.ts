// What is new since the last visit of this browser: it keeps the titles of what it has seen.

export interface News {
  title: string
  says: string
}

const PLACE = 'heliopolis.news'
/** As long as the tab is open: to come back to the page is no new visit. */
const VISIT = 'heliopolis.visit'

const titles = (news: News[]): string => JSON.stringify(news.map(({ title }) => title))

function kept(store: Storage, place: string): string[] | null {
  try {
    const found: unknown = JSON.parse(store.getItem(place) ?? 'null')
    return Array.isArray(found) ? found.map(String) : null
  } catch {
    return null
  }
}

/**
 * What this browser has not seen yet. On a first visit everything is new, and so nothing is; but whoever has played here
 * `before` anything was kept of it has seen none of it.
 */
export function sinceLastVisit(all: News[], before: boolean, long = localStorage, short = sessionStorage): News[] {
  try {
    const visit = kept(short, VISIT)
    if (visit) return all.filter(({ title }) => visit.includes(title))
    const seen = kept(long, PLACE)
    const fresh = seen ? all.filter(({ title }) => !seen.includes(title)) : before ? all : []
    long.setItem(PLACE, titles(all))
    short.setItem(VISIT, titles(fresh))
    return fresh
  } catch {
    return [] // Private windows may refuse.
  }
}

/** It was read: for the rest of this visit, too. */
export function putAside(short = sessionStorage): void {
  try {
    short.setItem(VISIT, '[]')
  } catch {
    // Then it comes back with the page.
  }
}
