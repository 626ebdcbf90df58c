// A lesson: a first game at a real table, with somebody beside it who explains. What is said is chosen from the position
// that is there and from the lines that led to it, never from a script: every move is accepted and answered. Bots wait
// until what is on the card was read.

import { getContext, setContext } from 'svelte'
import type { Parts } from './face'
import * as lessons from './lessons'
import { aloud, tell, type Teller } from './log'
import type { Words } from './words'

/** A table, as a lesson sees it. */
export interface Moment<Own extends Parts = Parts> {
  view: Own['view']
  /** The seat of whoever learns. */
  me: number
  names: string[]
  log: Own['line'][]
  /** The end of the log, which was not talked about yet. */
  news: Own['line'][]
  words: Words
}

/** Something that is taught. */
export interface Saying {
  title: string
  /** Two or three short sentences, with the numbers of this position. */
  text: string
  /** What they speak of: a CSS selector of things on the table. */
  points?: string
  /** Whether it speaks of the score sheet that lies open: then it is said there. */
  sheet?: true
}

/** A row of the sheet that lies open, as a CSS selector. */
export const sheetRow = (category: string): string => `dialog [data-category="${category}"]`

/** A move that a good player might make here. */
export interface Advice {
  /** One of `view.moves`. */
  word: string
  /** What to do, and why. */
  text: string
  points?: string
}

/** A move that was made. */
export interface Made<Own extends Parts = Parts> {
  line: Own['line']
  /** The word that was advised. */
  asked: string
  /** Whether it is the one that was advised. */
  wise: boolean
}

/** Something to be taught once. */
export interface Topic<Own extends Parts = Parts> {
  id: string
  /** Null where it is of no interest now. */
  say(moment: Moment<Own>): Saying | null
}

/** How one game is taught. */
export interface Lesson<Own extends Parts = Parts> {
  /** What it is called. */
  title: string
  /** The rule that a topic is about, by the topic's id. */
  rules?: Readonly<Record<string, string>>
  /** Told when it has happened; the table waits until it was read. */
  news: Topic<Own>[]
  /** Taught when a move is to be chosen, the most important first. */
  topics: Topic<Own>[]
  /** What to do, wherever there is a choice. */
  advise(moment: Moment<Own>): Advice
  /** Answers a move: what it did, and whether that was wise. The news are what followed, from the move on. */
  answer(moment: Moment<Own>, made: Made<Own>): Saying
  /** What came of the last own move, in a few words, where a topic follows that does not say it; null: the answer is enough. */
  cameOf?(moment: Moment<Own>, topic: string | null): string | null
  /** Whether what others have done is worth a word; where a game does not say, all is. */
  matters?(line: Own['line']): boolean
  /** What there is to say in the end, one thing after another; null as long as there is more to learn. */
  ends(moment: Moment<Own>): Saying[] | null
}

/** What is shown now. */
export interface Card extends Saying {
  /** The topic that is taught by it, if it is one. */
  id: string | null
  /** What to do. */
  todo: Advice | null
  /** What to press: to have read it, or nothing where a move is to be chosen, or others move. */
  button: 'Go on' | 'Play on' | null
  /** Whether it answers a move that could be taken back for a better one. */
  back: boolean
  /** The own move that it answers, besides what it teaches. */
  answers: lessons.Answered | null
  /** What came of that move, if it was not told on another card: said in place of the answer. */
  came: string | null
}

const QUIET = { id: null, todo: null, button: null, back: false, answers: null, came: null } as const
/** Where the last own move stands in the log; -1 before there is one. */
const ownLast = ({ log, me }: Moment): number => log.findLastIndex((line) => line.seat === me && !line.chance)
/** So many letters tell what the others did: the last of it is what matters. */
const MOST_SAID = 110

/** Somebody who explains, at one table. */
export class Guide {
  card = $state.raw<Card | null>(null)
  /** How far the table was read, by its version: bots wait for it. */
  read = $state(0)
  /** Whether the lesson goes on. */
  on = $state(true)

  #lesson: Lesson
  #kept: lessons.Kept
  #tell: Teller
  #queue: Card[] = []
  #moment: Moment | null = null
  #version = -1
  /** Whether it was left, and is taken up again: what happened in between is not talked about. */
  #again = false

  constructor(lesson: Lesson, kept: lessons.Kept, teller: Teller) {
    this.#lesson = lesson
    this.#tell = teller
    this.#kept = kept
    this.on = !kept.over
  }

  get title(): string {
    return this.#lesson.title
  }

  /** The rule that the card is about, if it is about one. */
  get rule(): string | undefined {
    return this.card?.id ? this.#lesson.rules?.[this.card.id] : undefined
  }

  /** Look at what is on the table now. */
  look(moment: Omit<Moment, 'news'>, version: number): void {
    if (!this.on || version === this.#version) return
    const kept = this.#kept
    this.#version = version
    // What was taken back was not learned: it is taught again.
    const length = moment.log.length
    if (this.#again) {
      this.#again = false
      kept.seen = kept.told = length
      kept.asked = kept.played = kept.answered = null
    }
    if (length < kept.seen || (this.#moment && length <= this.#moment.log.length)) {
      kept.seen = Math.min(kept.seen, length)
      kept.told = Math.min(kept.told, length)
      kept.taught = kept.taught.filter(({ line }) => line < length)
      kept.played = kept.answered = null
    }
    this.#moment = { ...moment, news: moment.log.slice(kept.seen) }
    this.#queue = this.#whatHappened(this.#moment)
    this.#next()
  }

  /** The card was read. */
  goOn(): void {
    if (!this.card?.button) return
    const over = this.card.button === 'Play on'
    this.#learned(this.card)
    if (over) this.leave(true)
    else this.#next()
  }

  /** A move was chosen: whatever is on the card was heard. What waited behind it is told later. */
  played(word: string): void {
    if (!this.on || !this.card || !this.#moment) return
    // Whoever plays on has heard enough of the end.
    if (this.#lesson.ends(this.#moment)) return this.leave(true)
    this.#learned(this.card)
    this.#queue = []
    // Nothing was advised yet, if there was more to read: the move is answered all the same.
    if (this.card.button) this.#kept.asked = this.#lesson.advise(this.#moment).word
    this.#kept.played = word
    this.#kept.answered = null
    this.#keep()
  }

  /** The game goes on without it. */
  leave(done = false): void {
    this.on = false
    this.card = null
    this.#kept.over = done ? 'done' : 'left'
    this.#keep()
  }

  /** Whether it was left, and can be taken up again. */
  get left(): boolean {
    return !this.on && this.#kept.over === 'left'
  }

  takeUp(): void {
    if (!this.left) return
    this.#kept.over = null
    this.#moment = null
    this.#version = -1
    this.#again = true
    this.on = true
    this.#keep()
  }

  #whatHappened(moment: Moment): Card[] {
    const answer = this.#answer(moment)
    const ends = this.#lesson.ends(moment)
    if (ends) {
      const all: Card[] = ends.map((said) => ({ ...QUIET, ...said }))
      // The sheet lies open by then: what was done last is answered there.
      if (answer) all.unshift({ ...answer, back: false, ...(ends[0]?.sheet && { sheet: true }) })
      return all.map((card, place) => ({ ...card, button: place < all.length - 1 ? 'Go on' : 'Play on' }))
    }
    const told: Card[] = this.#untaught(this.#lesson.news, moment).map((card) => ({ ...card, button: 'Go on' }))
    if (answer?.back) return [{ ...answer, button: 'Go on' }, ...told]
    // A quiet answer is the beginning of what else there is to say.
    const [first, ...others] = told
    if (first) {
      const answers = answer?.answers ?? this.#kept.answered ?? null
      return [{ ...first, answers, came: this.#came(moment, first.id) }, ...others]
    }
    return answer ? [answer] : []
  }

  /** The answer to the own move that was not answered yet. */
  #answer(moment: Moment): Card | null {
    const { seen, played, asked } = this.#kept
    const place = ownLast(moment)
    const line = moment.log[place]
    if (played === null || asked === null || place < seen || !line) return null
    const wise = played === asked
    const said = this.#lesson.answer({ ...moment, news: moment.log.slice(place) }, { line, asked, wise })
    return { ...QUIET, ...said, back: !wise, answers: { line: place, said: said.title } }
  }

  /** What came of the last own move, in what no card has told yet. */
  #came(moment: Moment, topic: string | null): string | null {
    const news = moment.log.slice(Math.max(ownLast(moment), this.#kept.told, 0))
    return this.#lesson.cameOf?.({ ...moment, news }, topic) ?? null
  }

  #untaught(topics: Topic[], moment: Moment): Card[] {
    const found: Card[] = []
    for (const topic of topics) {
      const said = this.#kept.taught.some(({ id }) => id === topic.id) ? null : topic.say(moment)
      if (said) found.push({ ...QUIET, ...said, id: topic.id })
    }
    return found
  }

  #next(): void {
    const moment = this.#moment
    if (!moment) return
    const next = this.#queue.shift()
    if (next?.button) {
      this.card = next
      return
    }
    // All of it was read. What was told on a card is not told again.
    const kept = this.#kept
    if (this.card?.button && kept.seen < moment.log.length) kept.told = moment.log.length
    kept.seen = moment.log.length
    kept.played = null
    kept.asked = null
    // What nobody had to read yet is said until there is a choice.
    if (this.card?.button) kept.answered = null
    else if (next) kept.answered = next.answers
    const { text, whole } = next ? { text: next.text, whole: true } : this.#narrate(moment)
    const answers = kept.answered ?? null
    const came = whole ? null : this.#came(moment, null)
    if (moment.view.moves.length) this.#ask(moment, text, answers, came)
    else this.card = next ?? { ...QUIET, title: 'Meanwhile', text, answers, came }
    this.#keep()
    this.read = this.#version
  }

  /** Ask for a move. What is said without a topic has left out what came of the last one, where that is given. */
  #ask(moment: Moment, text: string, answers: lessons.Answered | null, left: string | null): void {
    const advice = this.#lesson.advise(moment)
    const [topic] = this.#untaught(this.#lesson.topics, moment)
    const said = topic ?? { ...QUIET, title: 'Your choice', text }
    this.#kept.asked = advice.word
    const points = topic?.points ?? advice.points
    const came = topic ? this.#came(moment, topic.id) : left
    this.card = { ...said, todo: advice, answers, came, ...(points === undefined ? {} : { points }) }
  }

  /** What the others have done since the last own move, and whether that is all of it. */
  #narrate(moment: Moment): { text: string; whole: boolean } {
    const { log, names, words, me } = moment
    let from = ownLast(moment) + 1
    // What it drew or rolled is in the answer.
    while (log[from]?.chance && log[from]?.seat === me) from += 1
    const lines = log.slice(Math.max(from, this.#kept.told))
    const others = lines.filter((line) => this.#lesson.matters?.(line) ?? true)
    const said = tell(others, names, words, this.#tell).map((one) => `${aloud(one)}.`)
    const all = said.length
    while (said.length > 1 && said.join(' ').length > MOST_SAID) said.shift()
    return { text: said.join(' '), whole: said.length === all }
  }

  #learned({ id }: Card): void {
    if (id !== null) this.#kept.taught.push({ id, line: this.#moment?.log.length ?? 0 })
    this.#keep()
  }

  #keep(): void {
    lessons.keep(this.#kept)
  }
}

const KEY = Symbol('lesson')
type Found = () => { guide: Guide; canUndo: boolean; undo: () => void } | null

const LEFT = Symbol('left lesson')
type Left = () => (() => void) | null

/** Help offers to take up again what was left. */
export const provideLeft = (left: Left): Left => setContext(LEFT, left)

export const findLeft = (): Left => getContext<Left | undefined>(LEFT) ?? (() => null)

/** The card stands in the frame of the table, which has nothing else to do with it: so it comes past all that lies between. */
export const provideLesson = (found: Found): Found => setContext(KEY, found)

export const findLesson = (): Found => getContext<Found | undefined>(KEY) ?? (() => null)
