// Any key or tap ends what moves. It then does nothing else: whoever skips must not bid by accident. Only what could be
// used already when it was pressed still does its work.

import type { Stage } from './stage.svelte'

const CONTROLS = 'button, a[href], label, input, select, textarea'
const TYPED = 'input, select, textarea'
/** Over the table: keys are meant for what is in there. */
const LAYERS = 'dialog, [popover]'
const QUIET = ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock']

function control(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(CONTROLS) : null
}

export class Skipper {
  #skipped = false
  #pressed: Element | null = null

  constructor(private stage: Pick<Stage, 'skip'>) {}

  key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || QUIET.includes(event.key)) return
    if (document.querySelector('dialog[open]')) return
    const used = control(event.target)
    if (used?.matches(TYPED) || used?.closest(LAYERS)) return
    const uses = used !== null && (event.key === 'Enter' || event.key === ' ')
    if (this.stage.skip() && !uses) swallow(event)
  }

  press = (event: PointerEvent): void => {
    this.#pressed = control(event.target)
    this.#skipped = this.stage.skip()
  }

  /** A tap goes to what lies under the finger when it is lifted: that may have come just now. */
  click = (event: MouseEvent): void => {
    if (this.#skipped && event.detail > 0 && control(event.target) !== this.#pressed) swallow(event)
    this.#skipped = false
  }
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
