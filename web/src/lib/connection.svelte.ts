// One socket to one table. It resumes by itself after any interruption; a move that was on its way is sent again with
// the same id, which the server answers the same way twice.

import {
  PROTOCOL,
  type AnswerUndo,
  type AskUndo,
  type Away,
  type Clocks,
  type LogLine,
  type Move,
  type Need,
  type Pace,
  type Phrase,
  type Said,
  type Say,
  type Seal,
  type SeatView,
  type ServerMessage,
  type StandIn,
  type TableLine,
  type TableMessage,
  type TakenBackNote,
  type Undo,
  type UndoAsk,
} from './protocol'

export type Health = 'connecting' | 'open' | 'lost' | 'refused'

type Pending = Move | Undo

const FIRST_WAIT = 400
const LONGEST_WAIT = 8000
/** A server that starts anew says so. Nobody is told for so long: it is back before a person could do anything. */
const BLINK = 4000
/** Not all browsers come back at once. */
const SPREAD = 400

export class Connection {
  health = $state<Health>('connecting')
  /** Why the server closed the door, or refused a move. */
  error = $state<string | null>(null)
  version = $state(0)
  table = $state.raw<TableLine | null>(null)
  views = $state.raw<SeatView[]>([])
  log = $state.raw<LogLine[]>([])
  /** What was taken back, in the order in which it was. */
  takenBack = $state.raw<TakenBackNote[]>([])
  thinking = $state.raw<{ seat: number; since: number } | null>(null)
  online = $state.raw<number[]>([])
  /** Who is away, by this screen's clock. */
  away = $state.raw<Away[]>([])
  /** Where the clocks stood at a moment of this screen's clock. */
  clocks = $state.raw<{ clocks: Clocks; heard: number } | null>(null)
  seal = $state.raw<Seal | null>(null)
  undoSeat = $state<number | null>(null)
  /** The seats that can ask everyone whether they may take a move back. */
  mayAsk = $state.raw<number[]>([])
  /** What everyone is asked to agree to. */
  undoAsk = $state.raw<UndoAsk | null>(null)
  /** Who is needed, and for what. */
  needed = $state.raw<Need[]>([])
  pending = $state.raw<Pending | null>(null)
  nextTable = $state.raw<{ table: string; token: string; seat: number } | null>(null)

  #id: string
  #tokens: string[]
  /** How far this screen's clock is ahead of the server's. */
  #late = 0
  /** What was asked of the server beside moves: if it is refused, that is told. */
  #asked: string[] = []
  #socket: WebSocket | null = null
  #wait = FIRST_WAIT
  #timer: ReturnType<typeof setTimeout> | undefined
  #doubt: ReturnType<typeof setTimeout> | undefined
  /** Until when a server that starts anew is expected back. */
  #expected = 0
  #closed = false
  #fresh = true
  #pause = 1
  #read: number | null = null
  /** Called before a new state is shown, with the old one still there. */
  onTable: ((message: TableMessage, show: () => void) => void) | null = null
  /** Called when somebody at the table has said something. */
  onSaid: ((said: Said) => void) | null = null

  constructor(table: string, tokens: string[]) {
    this.#id = table
    this.#tokens = tokens
  }

  open(): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    // The server reads the table from the hello; a proxy before several servers reads it here.
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws?table=${encodeURIComponent(this.#id)}`)
    this.#socket = socket
    socket.onopen = () => {
      this.#fresh = true
      socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL, table: this.#id, tokens: this.#tokens }))
    }
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(JSON.parse(String(event.data)) as ServerMessage)
    }
    socket.onclose = () => {
      if (socket !== this.#socket || this.#closed || this.health === 'refused') return
      if (!this.#soonBack()) this.health = 'lost'
      this.#timer = setTimeout(() => this.open(), this.#wait)
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.7)
    }
  }

  /** Whether the server has said that it starts anew, a moment ago; if it stays away, that is told. */
  #soonBack(): boolean {
    const left = this.#expected - Date.now()
    if (left <= 0 || this.health !== 'open') return false
    clearTimeout(this.#doubt)
    this.#doubt = setTimeout(() => {
      if (this.#fresh && this.health === 'open') this.health = 'lost'
    }, left)
    this.#fresh = true
    return true
  }

  /** Do not wait any longer: the person, or the network, says it may work now. */
  retry = (): void => {
    if (this.health !== 'lost') return
    this.#wait = FIRST_WAIT
    this.open()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#doubt)
    this.#socket?.close()
  }

  play(seat: number, word: string): void {
    this.#send({ type: 'move', id: newId(), version: this.version, seat, word })
  }

  undo(seat: number): void {
    this.#send({ type: 'undo', id: newId(), version: this.version, seat })
  }

  /** Say how long to look at a bot's move, as a part of the server's usual pause, and which version bots may answer. */
  pace(pause: number, read: number | null = null): void {
    if (pause === this.#pause && read === this.#read) return
    this.#pause = pause
    this.#read = read
    if (this.health === 'open') this.#sayPace()
  }

  /** Let a bot play for somebody who is away. */
  letStandIn(seat: number): void {
    this.#ask({ type: 'stand_in', id: newId(), seat })
  }

  /** Ask everyone whether a seat may take its last move back. */
  askUndo(seat: number): void {
    this.#ask({ type: 'ask_undo', id: newId(), version: this.version, seat })
  }

  /** Agree that a move is taken back, or not. */
  answerUndo(seat: number, agree: boolean): void {
    this.#ask({ type: 'answer_undo', id: newId(), seat, agree })
  }

  /** Say something to everyone at the table. */
  say(seat: number, phrase: Phrase): void {
    this.#ask({ type: 'say', id: newId(), seat, phrase })
  }

  /** Ask for something that is lost if the connection is: whoever asked sees that nothing came of it. */
  #ask(message: StandIn | AskUndo | AnswerUndo | Say): void {
    this.error = null
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    this.#asked.push(message.id)
    this.#socket.send(JSON.stringify(message))
  }

  /** Whether this answers what was asked beside moves: then that is done with. */
  #settled(id: string | null): boolean {
    const asked = id !== null && this.#asked.includes(id)
    if (asked) this.#asked = this.#asked.filter((other) => other !== id)
    return asked
  }

  /** Moments by this screen's clock, which need not be the server's. */
  #here(away: Away[]): Away[] {
    return away.map(({ seat, since, ask_from }) => ({
      seat,
      since: since + this.#late,
      ask_from: ask_from === null ? null : ask_from + this.#late,
    }))
  }

  #timed(clocks: Clocks): Clocks {
    return { ...clocks, deadline: clocks.deadline === null ? null : clocks.deadline + this.#late }
  }

  #sayPace(): void {
    const pace: Pace = { type: 'pace', pause: this.#pause, ...(this.#read === null ? {} : { read: this.#read }) }
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(pace))
  }

  #send(message: Pending): void {
    if (this.pending || this.health === 'refused') return
    this.error = null
    this.pending = message
    if (this.#socket?.readyState === WebSocket.OPEN && this.health === 'open')
      this.#socket.send(JSON.stringify(message))
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'table': {
        const first = this.#fresh
        this.#fresh = false
        this.#expected = 0
        this.health = 'open'
        this.#wait = FIRST_WAIT
        // A newer table answers a move as well as "accepted" does: it is in there, or came too late.
        if (this.pending && message.version > this.pending.version) this.pending = null
        if (first && (this.#pause !== 1 || this.#read !== null)) this.#sayPace()
        if (first && this.pending) this.#socket?.send(JSON.stringify(this.pending))
        const show = (): void => this.#show(message)
        if (this.onTable && !first) this.onTable(message, show)
        else show()
        break
      }
      case 'said':
        this.onSaid?.(message)
        break
      case 'accepted':
        this.#settled(message.id)
        if (message.id === this.pending?.id) this.pending = null
        break
      case 'refused':
        if (this.#settled(message.id)) this.error = message.error
        else if (message.id === null || message.id === this.pending?.id) {
          this.pending = null
          this.error = message.error
        }
        break
      case 'rematch':
        this.nextTable = { table: message.table, token: message.token, seat: message.seat }
        break
      case 'presence':
        this.online = message.online
        this.away = this.#here(message.away)
        break
      case 'bye':
        if (message.soon) {
          this.#wait = 50 + Math.random() * SPREAD
          this.#expected = Date.now() + BLINK
          break
        }
        this.error = message.error
        if (message.reload && reloadOnce()) break
        if (message.again) this.#wait = LONGEST_WAIT
        else this.health = 'refused'
        break
    }
  }

  #show(message: TableMessage): void {
    // What waited to be shown while the connection was lost is old by now.
    if (message.version < this.version) return
    this.version = message.version
    this.table = message.table
    this.views = message.views
    this.log = joinLog(this.log, message.log_start, message.log)
    this.takenBack = joinNotes(this.takenBack, message.log_start, message.taken_back)
    this.#late = Date.now() - message.now
    this.online = message.online
    this.away = this.#here(message.away)
    this.clocks = message.clocks && { clocks: this.#timed(message.clocks), heard: Date.now() }
    this.seal = message.seal
    // By this screen's clock, which need not be the server's.
    this.thinking = message.thinking
      ? { seat: message.thinking.seat, since: Date.now() - Math.max(0, message.now - message.thinking.since) }
      : null
    this.undoSeat = message.undo?.seat ?? null
    this.mayAsk = message.may_ask
    this.undoAsk = message.asked
    this.needed = message.needed
  }
}

/** Keep the start of the log, which stays as it is, and add what is new; lines taken back are gone. */
export function joinLog(known: LogLine[], start: number, added: LogLine[]): LogLine[] {
  return [...known.slice(0, start), ...added]
}

/** Keep the notes before the start of what is new; all others are told again, each at its place. */
export function joinNotes(known: TakenBackNote[], start: number, told: TakenBackNote[]): TakenBackNote[] {
  return [...known.filter((note) => note.line < start), ...told]
}

export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const RELOADED = 'heliopolis.reloaded'

/** Load the page anew, if it is older than the server; false where that was tried a moment ago and did not help. */
function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
  if (Date.now() - last < 60_000) return false
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
  return true
}
