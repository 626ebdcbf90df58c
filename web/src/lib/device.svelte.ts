// What a person has at hand: a keyboard is there with a mouse, or has just been used. Where there are fingers, a key
// tells nothing: an on-screen keyboard presses them, too.

const has = (what: string): boolean | undefined => globalThis.matchMedia?.(what).matches

class Device {
  keyboard = $state(has('(hover: hover) and (pointer: fine)') ?? true)

  constructor() {
    if (!has('(any-pointer: coarse)'))
      globalThis.addEventListener?.('keydown', () => (this.keyboard = true), { capture: true })
  }
}

export const device = new Device()
