// Calls somebody who is needed at a table: by the page's title and icon, a sound, and the browser's own notice.

import { settings } from './settings.svelte'
import { sound } from './sound'
import { CALL } from './sounds'
import type { Need } from './protocol'

const ICON = '/icon.svg'
const NEEDED = '/icon-needed.svg'

/** Whether the browser can show notices here: only to pages that came by HTTPS, or from this very machine. */
export const canNotify = (): boolean => 'Notification' in window && isSecureContext

/** Whether notices were asked for, and the browser lets us. */
export const notifies = (): boolean => settings.notices && canNotify() && Notification.permission === 'granted'

/** Switch notices on or off; the browser asks its person first. Tells why they stay off. */
export async function switchNotices(on: boolean): Promise<string | null> {
  settings.setNotices(false)
  if (!on) return null
  if (!('Notification' in window)) return 'This browser has no notices.'
  if (!isSecureContext)
    return 'Browsers show notices only for pages that come by HTTPS, or from their own machine (localhost). This one does not.'
  if ((await Notification.requestPermission()) !== 'granted')
    return 'This browser was told to show no notices of this page. Its own settings can change that.'
  settings.setNotices(true)
  return null
}

export class Caller {
  #table: string
  #place: string
  #shown: Notification | null = null

  constructor(table: string) {
    this.#table = table
    this.#place = `heliopolis.called.${table}`
  }

  /** Call for a need of somebody here, once however often it is told and in however many windows; null: none is left. */
  look(need: Need | null, title: string, text: string): void {
    icon(need ? NEEDED : ICON)
    if (!need) {
      this.#shown?.close()
      this.#shown = null
      return
    }
    const key = `${need.seat} ${need.key}`
    if (!document.hidden || this.#last() === key) return
    this.#keep(key)
    sound(CALL, true)
    if (!notifies()) return
    this.#shown?.close()
    const shown = new Notification(title, { body: text, icon: ICON, tag: `heliopolis ${this.#table}` })
    shown.onclick = () => {
      window.focus()
      location.hash = `#/table/${this.#table}`
      shown.close()
    }
    this.#shown = shown
  }

  end(): void {
    this.#shown?.close()
    icon(ICON)
  }

  #last(): string | null {
    try {
      return localStorage.getItem(this.#place)
    } catch {
      return null
    }
  }

  #keep(key: string): void {
    try {
      localStorage.setItem(this.#place, key)
    } catch {
      // Then every window calls.
    }
  }
}

function icon(address: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (link && link.getAttribute('href') !== address) link.setAttribute('href', address)
}
