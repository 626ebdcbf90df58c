// What a person has at hand: a keyboard is there with a mouse, or has just been used.

class Device {
  keyboard = $state(matchMedia('(hover: hover)').matches)

  constructor() {
    addEventListener('keydown', () => (this.keyboard = true), { capture: true })
  }
}

export const device = new Device()
