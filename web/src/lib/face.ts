// What a game looks like in the browser. Each game has a folder beside this one, with a FACE in its face.ts.

import type { Naming } from './advice'
import type { Awaited } from './awaited'
import type { Component, Snippet } from 'svelte'
import type { Chapters } from './chapters'
import type { Later } from './later.svelte'
import type { Lesson } from './lesson.svelte'
import type { Teller } from './log'
import type { Offer } from './offer'
import type { Preset } from './presets'
import type { EditionLine, LogLine, OptionLine, Player, View } from './protocol'
import type { Noise, Scene } from './stage.svelte'
import type { Words } from './words'

/** Something that can be done now. */
export interface Choice {
  what: string
  does: string
  why: string
  rule?: string
}

/** A worked example: what stands below the rules that it is about. */
export interface Example {
  name: string
  rules: string[]
  title: string
  says: string
}

/** What only one game has of what the server sends: a face is asked about these alone. */
export interface Parts {
  view: View
  line: LogLine
  option: OptionLine
  scene: Scene
}

/** One game in the browser: what is said of it before anybody plays, and where the rest is. */
export interface Face<Own extends Parts = Parts> {
  /** What it is called within a sentence; null: by its title. */
  called: string | null
  /** A sentence or two that make somebody want to play it, for the first page. */
  lead: string
  /** What it is made of, at a glance, beside those sentences. */
  Picture: Component | null
  /** Its tables that people know by a name, where it has its own. */
  presets?: Preset[]
  /** The rule about who sees the points, if there is one. */
  scoresRule?: string
  /** Whether people can draw for themselves, from a box on a real table. */
  drawn: boolean
  /** What is different in the box of an edition. */
  printed(edition: EditionLine): string[]
  /** What is needed where it is played. */
  play: Later<Play<Own>>
  /** What is needed where it is explained. */
  book: Later<Book<Own>>
  /** How it is taught at a first table, where it is, and what that is called. */
  lesson?: { title: string; taught: Later<Lesson<Own>> }
}

/** A game where it is played, and where a game of it is seen again. */
export interface Play<Own extends Parts = Parts> {
  /** The table: a view is shown, a word of `view.moves` is sent. */
  Table: Component<TableProps<Own>>
  /** Says a line of the log. */
  tell: Teller<Own['line']>
  /** Says a move as an order: "Draw a tile". Among all moves of a moment, as their buttons do. */
  order(option: Own['option'], words: Words, moves?: string[]): string
  /** Names something of the table that is worth something. Where it is left out, nothing is. */
  thing?: Naming
  /** The rule that a move goes by, where there are rules to read. */
  ruleOf?(option: Own['option']): string
  /** Whether the table looks another way from each place at it. */
  places?: true
  /** What a replay can jump to, beside epochs. */
  chapters: Chapters<Own['view']> | null
  /** What is to be seen between a view and the lines that came after it, one scene after another. */
  scenes(before: Own['view'], added: Own['line'][]): Own['scene'][]
  /** Whether the viewer can do nothing more in this epoch. Where it is left out, everybody always can. */
  rests?(view: Own['view']): boolean
  /** How lines sound, and how long they are looked at where others wait; `seen` tells that there was a scene. */
  noise(added: Own['line'][], seen: boolean): Noise
}

/** A game where it is explained: in help, and beside its rules. */
export interface Book<Own extends Parts = Parts> {
  /** How it goes, for somebody who has never seen it. */
  InAMinute: Component<{ words: Words }>
  /** What can be done at this moment, what each move does, and why one would. */
  help?(view: Own['view'], words: Words): Choice[]
  /** What scores, on a screen of a phone. */
  Scoring: Component<{ words: Words }> | null
  /** What stands beside its rules: sections of a page. */
  Overview: Component<{ words: Words }> | null
  /** Worked examples of its rules, and how one is drawn. */
  examples?: { all: Example[]; Picture: Component<{ name: string; words: Words }> }
  /** The keys of its table, and what they do. */
  keys: [key: string, meaning: string][]
}

/** What a table is given. What need not be there belongs to a table that is played at, or to a replay. */
export interface TableProps<Own extends Parts = Parts> {
  /** What the game is called. */
  title: string
  view: Own['view']
  players: Player[]
  log: Own['line'][]
  words: Words
  scene?: Own['scene'] | null
  /** The table as it stood when an epoch ended, as long as the sheet of that epoch is read. */
  past?: Own['view'] | null
  /** Whether something is being shown that has to be over first. */
  busy?: boolean
  thinking?: Awaited | null
  /** Seats whose people are connected; null where nobody is (a replay). */
  online?: number[] | null
  canUndo?: boolean
  sharesScreen?: boolean
  /** The seats of this browser. */
  own?: number[]
  watching?: boolean
  /** From whose place somebody looks on who holds no seat. */
  from?: number | null
  /** What can be done when the game is over. */
  over?: Offer[]
  /** What is not a move: to ask for a hint. */
  ask?: Offer | null
  /** Stands below the last sheet. */
  final?: Snippet
  /** Takes the place of the action bar; it is given what opens the score sheet. */
  foot?: Snippet<[onsheet: () => void]>
  onplay?: (word: string) => void
  onundo?: () => void
  onjump?: (line: number) => void
  /** The sheet of an epoch that ended before our eyes tells the new points. */
  onfilled?: () => void
  /** The sheet of an epoch that ended before our eyes was read. */
  onread?: () => void
}
