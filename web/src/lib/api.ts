// The HTTP side of the protocol. Every refusal is a sentence that says what to do next.

import type {
  Addresses,
  Catalogue,
  Code,
  CodeTold,
  Device,
  Hint,
  Invitation,
  JoinTable,
  NewTable,
  PositionLine,
  QrCode,
  Replay,
  ReviewReport,
  RuleBook,
  TableKeys,
  TableLine,
  TablesMoved,
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
  if (response.status === 204) return undefined as T
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
/** Leave a seat to a bot for good. */
export const giveSeat = (table: string, token: string): Promise<void> => post('/seats/give', { table, token })
/** What whoever made a table can do before its game begins. */
export const fillSeats = (table: string, token: string, bot: string): Promise<void> =>
  post('/seats/fill', { table, token, bot })
export const takeSeat = (table: string, token: string, seat: number): Promise<void> =>
  post('/seats/take', { table, token, seat })
export const cancelTable = (table: string, token: string): Promise<void> => post('/cancel', { table, token })
/** A code for another device, and one for another person. */
export const makeCode = (tokens: string[]): Promise<Code> => post('/codes', { tokens })
export const handOver = (table: string, token: string): Promise<Code> => post('/codes/seat', { table, token })
export const lookAtCode = (code: string): Promise<CodeTold> => post('/codes/look', { code })
export const applyCode = (code: string, name = ''): Promise<TablesMoved> => post('/codes/use', { code, name })
export const devices = (tokens: string[]): Promise<Device[]> => post('/devices', { tokens })
export const revokeDevice = (tokens: string[], device: string): Promise<void> =>
  post('/devices/revoke', { tokens, device })
export const addresses = (): Promise<Addresses> => ask('/addresses')
export const qrCode = (address: string): Promise<QrCode> => post('/qr', { address })
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
