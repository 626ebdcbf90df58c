// What a person chose for this browser: theme, sound, pace, name, how strong the bots are.

export type Theme = 'system' | 'light' | 'dark'

/** How fast things are shown, the slowest first. */
export const PACES = ['slow', 'normal', 'fast', 'instant'] as const
export type Pace = (typeof PACES)[number]
/** How long things take, as a part of what they take at the normal pace. */
const PARTS: Record<Pace, number> = { slow: 1.8, normal: 1, fast: 0.4, instant: 0 }

function read(name: string): string | null {
  try {
    return localStorage.getItem(`heliopolis.${name}`)
  } catch {
    return null
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(`heliopolis.${name}`, value)
  } catch {
    // Not kept in a private window.
  }
}

class Settings {
  theme = $state<Theme>('system')
  sound = $state(false)
  /** Whether the browser's own notices call when somebody is needed. */
  notices = $state(false)
  pace = $state<Pace>('normal')
  column = $state(true)
  name = $state('')
  /** A level of bots, by name; empty where none was chosen. */
  level = $state('')

  start(): void {
    const theme = read('theme')
    if (theme === 'light' || theme === 'dark') this.theme = theme
    this.sound = read('sound') === 'on'
    this.notices = read('notices') === 'on'
    this.pace = PACES.find((pace) => pace === read('pace')) ?? 'normal'
    this.column = read('column') !== 'folded'
    this.name = read('name') ?? ''
    this.level = read('level') ?? ''
    this.#show()
  }

  get dark(): boolean {
    return this.theme === 'dark' || (this.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  }

  /** How long things take, as a part of what they take at the normal pace: nothing where people asked for stillness. */
  get part(): number {
    const part = PARTS[this.pace]
    return reducedMotion() ? 0 : part
  }

  /** The same for whoever sits out: without motion, too, they see one move after another. */
  get sittingOut(): number {
    return PARTS[this.pace]
  }

  /** The same for a replay that plays by itself: never so fast that nothing can be seen. */
  get replaying(): number {
    return Math.max(0.25, PARTS[this.pace])
  }

  switchTheme(): void {
    this.theme = this.dark ? 'light' : 'dark'
    write('theme', this.theme)
    this.#show()
  }

  setSound(on: boolean): void {
    this.sound = on
    write('sound', on ? 'on' : 'off')
  }

  setNotices(on: boolean): void {
    this.notices = on
    write('notices', on ? 'on' : 'off')
  }

  /** Whether to ask for sound: once, at the first visit, whether or not there is an answer. */
  mayAskForSound(): boolean {
    if (read('sound') !== null) return false
    this.setSound(false)
    return true
  }

  setPace(pace: Pace): void {
    this.pace = pace
    write('pace', pace)
    this.#show()
  }

  /** One faster, or one slower. */
  changePace(by: 1 | -1): void {
    this.setPace(PACES[PACES.indexOf(this.pace) + by] ?? this.pace)
  }

  switchColumn(): void {
    this.column = !this.column
    write('column', this.column ? 'open' : 'folded')
  }

  setName(name: string): void {
    this.name = name
    write('name', name)
  }

  setLevel(level: string): void {
    this.level = level
    write('level', level)
  }

  #show(): void {
    document.documentElement.dataset.theme = this.theme
    document.documentElement.dataset.pace = this.pace
  }
}

export const settings = new Settings()

export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether nothing moves: things are there at once. */
export const stillness = (): boolean => settings.part === 0
