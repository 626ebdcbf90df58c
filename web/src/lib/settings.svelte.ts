// What a person chose for this browser: theme, sound, name, how strong the bots are.

export type Theme = 'system' | 'light' | 'dark'

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
  column = $state(true)
  name = $state('')
  /** A level of bots, by name; empty where none was chosen. */
  level = $state('')

  start(): void {
    const theme = read('theme')
    if (theme === 'light' || theme === 'dark') this.theme = theme
    this.sound = read('sound') === 'on'
    this.column = read('column') !== 'folded'
    this.name = read('name') ?? ''
    this.level = read('level') ?? ''
    this.#show()
  }

  get dark(): boolean {
    return this.theme === 'dark' || (this.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  }

  switchTheme(): void {
    this.theme = this.dark ? 'light' : 'dark'
    write('theme', this.theme)
    this.#show()
  }

  switchSound(): void {
    this.sound = !this.sound
    write('sound', this.sound ? 'on' : 'off')
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
  }
}

export const settings = new Settings()

export const stillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
