// Pages are named behind the #, which browsers never send: no token gets into a server's log.

/** Where no game is named, it is the usual one. */
export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string | null }
  | { page: 'join'; invite: string }
  | { page: 'watch' }
  | { page: 'mine' }
  | { page: 'rules'; game: string | null; edition: string; rule: string }
  | { page: 'table'; table: string; spectate: string | null }
  | { page: 'replay'; table: string | null; spectate: string | null; line: number | null }

export function parse(hash: string): Route {
  const [page = '', ...rest] = hash
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => safeDecode(part))
  const [first = '', second = '', third = ''] = rest
  switch (page) {
    case 'new':
      return { page: 'new', game: first || null }
    case 'join':
      return { page: 'join', invite: first }
    case 'watch':
      return first ? { page: 'table', table: first, spectate: second || null } : { page: 'watch' }
    case 'mine':
      return { page: 'mine' }
    case 'rules':
      return { page: 'rules', game: first || null, edition: second, rule: third }
    case 'table':
      return first ? { page: 'table', table: first, spectate: null } : { page: 'home' }
    case 'replay': {
      const line = Number.parseInt(third || (/^\d+$/.test(second) ? second : ''), 10)
      return {
        page: 'replay',
        table: first || null,
        spectate: second && !/^\d+$/.test(second) ? second : null,
        line: Number.isFinite(line) ? line : null,
      }
    }
    default:
      return { page: 'home' }
  }
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

class Router {
  now = $state<Route>({ page: 'home' })

  start(): void {
    this.now = parse(location.hash)
    addEventListener('hashchange', () => {
      this.now = parse(location.hash)
      scrollTo(0, 0)
    })
  }

  go(path: string): void {
    location.hash = path
  }
}

export const router = new Router()

/** The full address of a page, to be given to others. */
export function link(path: string): string {
  return `${location.origin}${location.pathname}#${path}`
}
