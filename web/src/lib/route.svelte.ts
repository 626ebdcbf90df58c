// Pages are named behind the #, which browsers never send: no token gets into a server's log.

/** Where no game is named, it is the usual one. */
export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string | null; preset: string }
  | { page: 'learn'; game: string }
  | { page: 'join'; invite: string }
  | { page: 'move'; code: string }
  | { page: 'seat'; code: string }
  | { page: 'watch' }
  | { page: 'mine' }
  | { page: 'rules'; game: string | null; edition: string; rule: string }
  | { page: 'table'; table: string; spectate: string | null }
  | { page: 'replay'; table: string | null; spectate: string | null; line: number | null; review: boolean }
  | { page: 'review'; table: string; spectate: string | null; line: number | null }

export function parse(hash: string): Route {
  const [page = '', ...rest] = hash
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => safeDecode(part))
  const [first = '', second = '', third = ''] = rest
  switch (page) {
    case 'new':
      return { page: 'new', game: first || null, preset: second }
    case 'learn':
      return first ? { page: 'learn', game: first } : { page: 'home' }
    case 'join':
      return { page: 'join', invite: first }
    case 'move':
      return { page: 'move', code: first }
    case 'seat':
      return { page: 'seat', code: first }
    case 'watch':
      return first ? { page: 'table', table: first, spectate: second || null } : { page: 'watch' }
    case 'mine':
      return { page: 'mine' }
    case 'rules':
      return { page: 'rules', game: first || null, edition: second, rule: third }
    case 'table':
      return first ? { page: 'table', table: first, spectate: null } : { page: 'home' }
    case 'replay':
      return { page: 'replay', table: first || null, ...moment(second, third), review: rest.includes('review', 1) }
    case 'review':
      return first ? { page: 'review', table: first, ...moment(second, third) } : { page: 'home' }
    default:
      return { page: 'home' }
  }
}

/** A token to watch with, if there is one, and a line. */
function moment(second: string, third: string): { spectate: string | null; line: number | null } {
  const own = number(second)
  const token = second !== '' && second !== 'review' && own === null
  return { spectate: token ? second : null, line: own ?? number(third) }
}

const number = (part: string | undefined): number | null => (part && /^\d+$/.test(part) ? Number(part) : null)

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

class Router {
  now = $state<Route>({ page: 'home' })
  /** The table that was left to look something up. */
  left = $state<string | null>(null)
  #address = ''

  start(): void {
    this.#address = location.hash
    this.now = parse(location.hash)
    addEventListener('hashchange', () => {
      const before = this.now
      const address = this.#address
      this.#address = location.hash
      this.now = parse(location.hash)
      this.left =
        this.now.page !== 'rules' ? null : before.page === 'table' || before.page === 'replay' ? address : this.left
      scrollTo(0, 0)
    })
  }

  go(path: string): void {
    location.hash = path
  }

  /** Give the place on this page an address of its own, without a step back to it. */
  stay(path: string): void {
    history.replaceState(null, '', `#${path}`)
    this.#address = location.hash
    this.now = parse(location.hash)
  }

  /** Go on without a way back: there is nothing to come back to. */
  goInstead(path: string): void {
    location.replace(`#${path}`)
  }
}

export const router = new Router()

/** The full address of a page, as this machine knows it. */
export function link(path: string): string {
  return `${location.origin}${location.pathname}#${path}`
}
