// What a person has at hand: a keyboard is there with a mouse, or has just been used.

class Device {
  keyboard = $state(globalThis.matchMedia?.('(hover: hover)').matches ?? true)

  constructor() {
    globalThis.addEventListener?.('keydown', () => (this.keyboard = true), { capture: true })
  }
}

export const device = new Device()
