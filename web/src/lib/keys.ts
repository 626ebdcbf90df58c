// The seats that belong to this browser: tokens by table, kept in local storage so that a closed tab loses nothing.

export interface Key {
  table: string
  seats: { seat: number; token: string }[]
  invite: string | null
  spectate: string | null
  /** The token of whoever made the table. */
  host?: string | null
}

const PLACE = 'heliopolis.tables'
const MOST = 60

export function all(): Key[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(found) ? (found as Key[]) : []
  } catch {
    return []
  }
}

/** Every token of this browser, those of the newest table first. */
export const tokens = (): string[] => all().flatMap((key) => key.seats.map((seat) => seat.token))

/** All that a code can hand over to another device, of one table or of all. */
export const allTokens = (table?: string): string[] =>
  all()
    .filter((key) => !table || key.table === table)
    .flatMap((key) => [...key.seats.map((seat) => seat.token), key.host, key.invite, key.spectate])
    .filter((token): token is string => Boolean(token))

export function find(table: string): Key | null {
  return all().find((key) => key.table === table) ?? null
}

/** Remember a table's tokens, newest table first; what was known of it stays. */
export function keep(key: {
  table: string
  seats?: { seat: number; token: string }[]
  invite?: string | null
  spectate?: string | null
  host?: string | null
}): void {
  const known = find(key.table)
  const seats = [...(known?.seats ?? [])]
  for (const seat of key.seats ?? [])
    if (!seats.some((other) => other.token === seat.token)) seats.push({ seat: seat.seat, token: seat.token })
  const merged: Key = {
    table: key.table,
    seats,
    invite: key.invite ?? known?.invite ?? null,
    spectate: key.spectate ?? known?.spectate ?? null,
    host: key.host ?? known?.host ?? null,
  }
  save([merged, ...all().filter((other) => other.table !== key.table)].slice(0, MOST))
}

/** Forget the seats at a table that are not this browser's any more; tell whether there were any. */
export function keepOnly(table: string, seats: number[]): boolean {
  const known = find(table)
  const left = known?.seats.filter((one) => seats.includes(one.seat)) ?? []
  if (!known || left.length === known.seats.length) return false
  save(all().map((key) => (key.table === table ? { ...key, seats: left } : key)))
  return true
}

export function forget(table: string): void {
  save(all().filter((key) => key.table !== table))
}

function save(keys: Key[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(keys))
  } catch {
    // Private windows may refuse: the table still works until the tab is closed.
  }
}
