// Everything explains itself, in one kind of card (parts/Explanation.svelte). A thing says what it is:
//
//   <span class="tile" {@attach explains(() => explainTile(kind, words))}>…</span>
//
// What does nothing else becomes a button that opens its card: it has to have words of its own inside, seen or not. What
// acts already, such as a button or a field with its label, acts as before. Its card comes where a pointer rests on it,
// where the keyboard comes to it and under a long press; and by a tap, too, while people are asking (`asking.mode`, the
// switch in the top bar). Things in one element with `data-walk` are one stop of the Tab key: arrows walk through them.

import type { Component } from 'svelte'
import { device } from './device.svelte'
import type { Piece } from './sheets'

/** What there is to say of a thing. */
export interface Explanation {
  name: string
  /** How somebody asks for it, where “What does … mean?” around the name is no question. */
  question?: string
  /** Sentences; the first says what it is. */
  says: string[]
  /** Numbers that belong to it. */
  facts?: Fact[]
  /** What it may lead to. */
  then?: string[]
  /** Pages of rules: their last part is the rule's id. */
  rules?: string[]
  /** How it looks, where it may be small on the table. */
  picture?: { Piece: Component<{ piece: Piece }>; piece: Piece }
}

export interface Fact {
  what: string
  value: string
  /** Whether somebody is glad of it. */
  tone?: 'good' | 'bad'
}

/** How somebody asks for it. */
export const questionFor = ({ name, question }: Explanation): string => question ?? `What does “${name}” mean?`

/** A button that needs a word, and its key. */
export const keyed =
  (name: string, key = ''): Say =>
  () => ({ name, says: key && device.keyboard ? [`Key: ${key}`] : [] })

/** Of a choice that was begun. */
export const explainCancel: Say = () => ({
  name: 'Not now',
  says: ['Nothing is done. You choose anew.'],
})

/** Points as somebody feels about them. */
export const toned = (points: number): Pick<Fact, 'tone'> =>
  points > 0 ? { tone: 'good' } : points < 0 ? { tone: 'bad' } : {}

/** Asked when the card is open, and again with all that changes meanwhile; null: there is nothing to say any more. */
export type Say = () => Explanation | null

interface Options {
  /** Whether it is a button that does nothing else. */
  only?: boolean
  /** Whether the keyboard stops here: not where buttons are inside. */
  stop?: boolean
}

const CONTROLS = 'button, a[href], label, input, select, textarea, summary'
const EXPLAINED = '[data-explained]'
/** What is a stop of the keyboard only because it explains itself. */
const STOPS = '[data-explained=stop]'
const QUIET = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock']

/** How long a pointer rests, in milliseconds: on a thing, on one that acts, on the next while a card is open. */
const REST = 350
const REST_ON_BUTTON = 700
const REST_NEXT = 120
/** How long it may be on its way into the card. */
const GRACE = 250
const LONG_PRESS = 450
/** How far a finger may move in it, in pixels. */
const STILL = 10

interface Open {
  node: HTMLElement
  say: Say
  /** It was asked for, and stays until it is closed. */
  kept: boolean
}

const known = new WeakMap<Element, Say>()

/** Marks a thing that explains itself. */
export const explains =
  (say: Say, { stop = true, only = false }: Options = {}) =>
  (node: HTMLElement): (() => void) => {
    known.set(node, say)
    const own = only || (stop && !node.closest(CONTROLS))
    node.dataset.explained = own ? 'stop' : ''
    if (own) {
      if (!only && !node.hasAttribute('role')) node.setAttribute('role', 'button')
      const walk = node.closest('[data-walk]')
      node.tabIndex = walk?.querySelector(`${STOPS}[tabindex="0"]`) ? -1 : 0
    }
    return () => {
      known.delete(node)
      if (asking.open?.node === node) asking.close()
      const walk = node.tabIndex === 0 ? node.closest('[data-walk]') : null
      // Whether it is still in the page or not: another one is the stop now.
      for (const next of walk?.querySelectorAll<HTMLElement>(STOPS) ?? [])
        if (next !== node) {
          next.tabIndex = 0
          break
        }
    }
  }

const explainedAt = (target: EventTarget | null): HTMLElement | null => {
  const node = target instanceof Element ? target.closest<HTMLElement>(EXPLAINED) : null
  return node && known.has(node) ? node : null
}

const controlAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(CONTROLS) : null

const within = ({ left, top, right, bottom }: DOMRect, x: number, y: number): boolean =>
  left <= x && x <= right && top <= y && y <= bottom

/** Whether a tap on it does something. */
const acts = (node: HTMLElement): boolean => !node.matches(STOPS) && node.closest(CONTROLS) !== null

class Asking {
  open = $state.raw<Open | null>(null)
  /** Whether a tap asks, and does nothing else. */
  mode = $state(false)

  /** Whether a pointer goes through the card: it came to a thing that acts, and must hide no other from being used. */
  get through(): boolean {
    return this.open !== null && !this.open.kept && acts(this.open.node)
  }

  /** The card. */
  host: HTMLElement | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #press: ReturnType<typeof setTimeout> | undefined
  #from = { x: 0, y: 0 }
  #swallow = false
  #byKeyboard = false
  #escapes = false
  /** A finger came down while a card was open. */
  #closes = false
  /** It was used: it says no more before the pointer has left it. */
  #muted: HTMLElement | null = null
  /** Where that lay: what has come to its place under a pointer that rests is quiet, too. */
  #used: DOMRect | null = null

  show(node: HTMLElement, kept: boolean): void {
    this.#wait()
    if (this.#covered(node)) return
    const say = known.get(node)
    if (say && say() !== null) this.open = { node, say, kept }
  }

  close(): void {
    this.#wait()
    this.open = null
  }

  switch(): void {
    this.close()
    this.mode = !this.mode
  }

  #wait(): void {
    clearTimeout(this.#timer)
  }

  /** Whether something else is open over it, such as the settings. */
  #covered(node: HTMLElement): boolean {
    return [...document.querySelectorAll(':popover-open')].some((open) => open !== this.host && !open.contains(node))
  }

  /** Whether the pointer is still where something was used. */
  #rests({ clientX, clientY }: PointerEvent): boolean {
    if (this.#used && !within(this.#used, clientX, clientY)) this.#used = null
    return this.#used !== null
  }

  #inCard(target: EventTarget | null): boolean {
    return target instanceof Node && (this.host?.contains(target) ?? false)
  }

  over = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return
    const node = explainedAt(event.target)
    if (this.#rests(event)) this.#muted = node
    else if (node !== this.#muted) this.#muted = null
    if (this.#inCard(event.target) || (node && node === this.open?.node)) return this.#wait()
    if (this.open?.kept) return
    this.#wait()
    if (node && node !== this.#muted) {
      const rest = this.open ? REST_NEXT : acts(node) && !this.mode ? REST_ON_BUTTON : REST
      this.#timer = setTimeout(() => this.show(node, false), rest)
    } else if (this.open) this.#timer = setTimeout(() => this.close(), GRACE)
  }

  /** The pointer has left the window. */
  out = (event: PointerEvent): void => {
    if (event.relatedTarget || event.pointerType === 'touch') return
    if (this.open?.kept) return
    this.close()
  }

  press = (event: PointerEvent): void => {
    this.#byKeyboard = false
    this.#swallow = false
    this.#closes = event.pointerType === 'touch' && this.open !== null
    clearTimeout(this.#press)
    const node = explainedAt(event.target)
    if (event.pointerType !== 'touch' || !node) return
    this.#from = { x: event.clientX, y: event.clientY }
    this.#press = setTimeout(() => {
      this.#swallow = true
      this.show(node, true)
    }, LONG_PRESS)
  }

  move = (event: PointerEvent): void => {
    this.#rests(event)
    if (Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > STILL) clearTimeout(this.#press)
  }

  lift = (): void => clearTimeout(this.#press)

  /** A long press asks: no menu of the browser comes in between. */
  menu = (event: MouseEvent): void => {
    if (this.#swallow) event.preventDefault()
  }

  click = (event: MouseEvent): void => {
    if (this.#swallow) {
      this.#swallow = false
      return stop(event)
    }
    if (this.#inCard(event.target)) return
    const node = explainedAt(event.target)
    if (!node || (acts(node) && !this.mode)) {
      // A finger that taps beside the card wants it gone, and no move made.
      if (this.#closes && this.open && this.open.node !== node) stop(event)
      this.#muted = node
      this.#used = (node ?? controlAt(event.target))?.getBoundingClientRect() ?? null
      return this.close()
    }
    if (known.get(node)?.() === null) return
    stop(event)
    this.#ask(node)
  }

  #ask(node: HTMLElement): void {
    if (this.open?.kept && this.open.node === node) return this.close()
    this.show(node, true)
    if (this.#byKeyboard) setTimeout(() => this.host?.focus())
  }

  key = (event: KeyboardEvent): void => {
    if (QUIET.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
    this.#byKeyboard = true
    // Where Escape leads back to, nobody has asked.
    this.#escapes = event.key === 'Escape'
    if (this.#escapes) setTimeout(() => (this.#escapes = false))
    this.#closes = false
    const node = event.target instanceof HTMLElement && event.target.matches(STOPS) ? event.target : null
    if (event.key === 'Escape') {
      if (!this.open && !this.mode) return
      stop(event)
      if (this.open) this.#back()
      else this.mode = false
    } else if (this.#inCard(event.target)) this.#keyInCard(event)
    else if (node && (event.key === 'Enter' || event.key === ' ')) {
      stop(event)
      this.#ask(node)
    } else if (node && event.key in STEPS) {
      stop(event)
      this.#walk(node, STEPS[event.key] ?? 0)
    } else if (event.key !== 'Tab' && event.key !== 'Enter' && event.key !== ' ') this.close()
  }

  /** Tab leaves the card behind its last link; back leads to its thing. */
  #keyInCard(event: KeyboardEvent): void {
    if (event.key !== 'Tab') return
    const links = [...(this.host?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    const last = event.shiftKey ? this.host : (links.at(-1) ?? this.host)
    if (document.activeElement !== last && !(event.shiftKey && document.activeElement === links[0])) return
    stop(event)
    this.#back()
  }

  /** Close, and be again where one was. */
  #back(): void {
    const node = this.open?.node
    const inside = this.#inCard(document.activeElement)
    this.close()
    if (inside && node?.isConnected) {
      this.#muted = node
      node.focus()
    }
  }

  #walk(node: HTMLElement, step: number): void {
    const stops = [...(node.closest('[data-walk]')?.querySelectorAll<HTMLElement>(STOPS) ?? [])]
    const next = Number.isFinite(step) ? stops[stops.indexOf(node) + step] : step < 0 ? stops[0] : stops.at(-1)
    next?.focus()
  }

  focus = (event: FocusEvent): void => {
    const node = explainedAt(event.target)
    if (node?.dataset.explained === 'stop' && node === event.target) {
      for (const other of node.closest('[data-walk]')?.querySelectorAll<HTMLElement>(STOPS) ?? []) other.tabIndex = -1
      node.tabIndex = 0
    }
    if (this.#inCard(event.target) || node === this.#muted) return
    if (!node || !this.#byKeyboard || this.#escapes) return
    // Not at once: the focus may come while something else is about to open or close.
    this.#wait()
    this.#timer = setTimeout(() => node.contains(document.activeElement) && this.show(node, false))
  }

  blur = (event: FocusEvent): void => {
    if (!this.#byKeyboard || !this.open || this.#inCard(event.relatedTarget)) return
    if (this.#inCard(event.target) || event.target === this.open.node) this.close()
  }

  /** Listens to the whole page; what is returned ends that. */
  start(): () => void {
    const heard: [string, (event: never) => void][] = [
      ['pointerover', this.over],
      ['pointerout', this.out],
      ['pointerdown', this.press],
      ['pointermove', this.move],
      ['pointerup', this.lift],
      ['pointercancel', this.lift],
      ['contextmenu', this.menu],
      ['click', this.click],
      ['keydown', this.key],
      ['focusin', this.focus],
      ['focusout', this.blur],
    ]
    for (const [name, hear] of heard) document.addEventListener(name, hear as EventListener, { capture: true })
    return () => {
      for (const [name, hear] of heard) document.removeEventListener(name, hear as EventListener, { capture: true })
    }
  }
}

/** How far an arrow goes among the things of one stop. */
const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

export const asking = new Asking()
