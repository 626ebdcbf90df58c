// The seats that belong to this browser: tokens by table, kept in local storage so that a closed tab loses nothing.

export interface Key {
  table: string
  seats: { seat: number; token: string }[]
  invite: string | null
  spectate: string | null
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

export function find(table: string): Key | null {
  return all().find((key) => key.table === table) ?? null
}

/** Remember a table's tokens, newest table first; what was known of it stays. */
export function keep(key: {
  table: string
  seats?: { seat: number; token: string }[]
  invite?: string | null
  spectate?: string | null
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
  }
  save([merged, ...all().filter((other) => other.table !== key.table)].slice(0, MOST))
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
