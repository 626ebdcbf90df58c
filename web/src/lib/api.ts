// The HTTP side of the protocol. Every refusal is a sentence that says what to do next.

import type {
  Catalogue,
  Hint,
  Invitation,
  JoinTable,
  NewTable,
  PositionLine,
  Replay,
  ReviewReport,
  RuleBook,
  TableKeys,
  TableLine,
} from './protocol'

export class Refusal extends Error {}

async function ask<T>(path: string, options: RequestInit = {}, asText = false): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/api${path}`, options)
  } catch {
    throw new Refusal('The server does not answer. Check that it is running, then try again.')
  }
  if (!response.ok) {
    const said = (await response.json().catch(() => null)) as { error?: string; detail?: string } | null
    throw new Refusal(
      said?.error ?? said?.detail ?? `The server refused this (${response.status}). Reload the page and try again.`,
    )
  }
  return (asText ? await response.text() : await response.json()) as T
}

function post<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } })

let known: Promise<Catalogue> | null = null

/** Games, editions, bots: asked for once. */
export function catalogue(): Promise<Catalogue> {
  known ??= ask<Catalogue>('/catalogue').catch((error: unknown) => {
    known = null
    throw error
  })
  return known
}

export const createTable = (wanted: NewTable): Promise<TableKeys> => post('/tables', wanted)
export const invitation = (invite: string): Promise<Invitation> => post('/invitation', { invite })
export const joinTable = (wanted: JoinTable): Promise<TableKeys> => post('/join', wanted)
/** A page of the lobby: the first, or the one that follows a table. */
export const listTables = (after?: TableLine): Promise<TableLine[]> =>
  ask(after ? `/tables?after=${after.state}.${after.changed}.${after.table}` : '/tables')
export const myTables = (tokens: string[]): Promise<TableLine[]> => post('/mine', { tokens })
export const rematch = (table: string, token: string): Promise<TableKeys> => post('/rematch', { table, token })
export const record = (table: string, token: string): Promise<string> =>
  ask(`/tables/${encodeURIComponent(table)}/record`, bearer(token), true)
export const replay = (table: string, token: string): Promise<Replay> =>
  ask(`/tables/${encodeURIComponent(table)}/replay`, bearer(token))
export const replayRecord = (text: string): Promise<Replay> => post('/replay', { record: text })
export const hint = (table: string, tokens: string[]): Promise<Hint> =>
  post(`/tables/${encodeURIComponent(table)}/hint`, { tokens })
/** What is new of a review after a line, when something is: to be asked until its summary is there. */
export const review = (table: string, after: number, token: string): Promise<ReviewReport> =>
  ask(`/tables/${encodeURIComponent(table)}/review?after=${after}`, bearer(token))
/** Where a finished match stood after a line; and where that of a record did. */
export const position = (table: string, line: number, token: string): Promise<PositionLine> =>
  ask(`/tables/${encodeURIComponent(table)}/positions/${line}`, bearer(token))
export const recordPosition = (record: string, line: number): Promise<PositionLine> =>
  post('/position', { record, line })
export const rules = (game: string, edition: string): Promise<RuleBook> =>
  ask(`/rules/${encodeURIComponent(game)}/${encodeURIComponent(edition)}`)
