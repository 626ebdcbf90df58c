// House rules in people's words, as the game says them.

import type { SettingLine } from '../lib/protocol'

type Words = Pick<SettingLine, 'values' | 'words'>

/** What a value is called; "" is what holds where nothing is chosen. */
export const wordOf = ({ words }: Words, value: string): string =>
  words[value] ?? (value.replaceAll('-', ' ') || 'as the box says')

/** What can be chosen: a value that means what holds anyway is no second choice. */
export function choicesOf(setting: Words): { value: string; title: string }[] {
  const usual = wordOf(setting, '')
  const others = setting.values.map((value) => ({ value, title: wordOf(setting, value) }))
  return [{ value: '', title: usual }, ...others.filter(({ title }) => title !== usual)]
}
