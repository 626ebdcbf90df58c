// A search in a page of text: every word that is looked for has to begin a word there.

/** Accents, where they stand behind their letters. */
const ACCENTS = /[\u0300-\u036f]/g

/** What is written in capitals or with accents is the same word. */
const plain = (text: string): string => text.normalize('NFD').replace(ACCENTS, '').replaceAll('’', "'").toLowerCase()

/** A letter is what has capitals, or a digit: good for every text that is searched here. */
const isLetter = (sign: string | undefined): boolean =>
  sign !== undefined && (sign.toLowerCase() !== sign.toUpperCase() || (sign >= '0' && sign <= '9'))

/** The words in a text, letter by letter; some signs may belong to them. */
function split(text: string, signs = ''): string[] {
  const words: string[] = []
  let inside = false
  for (const sign of plain(text)) {
    const belongs = isLetter(sign) || signs.includes(sign)
    if (belongs) words.push(inside ? `${words.pop() ?? ''}${sign}` : sign)
    inside = belongs
  }
  return words
}

/** The words that are looked for. */
export const wordsOf = (query: string): string[] => split(query, '+−-')

/** The word of these that stands at a place, where a word begins. */
const wordAt = (said: string, place: number, words: string[]): string | undefined =>
  isLetter(said[place - 1]) ? undefined : words.find((word) => said.startsWith(word, place))

/** Whether a text has all that is looked for. */
export function has(text: string, query: string): boolean {
  const said = plain(text)
  return wordsOf(query).every((word) => {
    for (let place = said.indexOf(word); place >= 0; place = said.indexOf(word, place + 1))
      if (wordAt(said, place, [word])) return true
    return false
  })
}

/** A text in pieces: those that are looked for, and those between them. */
export function pieces(text: string, query: string): { text: string; found: boolean }[] {
  const words = wordsOf(query)
  const said = plain(text)
  // Where a letter is not one letter any more, no place in one text is the same place in the other.
  if (!words.length || said.length !== text.length) return [{ text, found: false }]
  const found: { text: string; found: boolean }[] = []
  let end = 0
  for (let place = 0; place < said.length; place++) {
    const word = wordAt(said, place, words)
    if (word === undefined) continue
    if (place > end) found.push({ text: text.slice(end, place), found: false })
    end = place + word.length
    while (isLetter(said[end])) end++
    found.push({ text: text.slice(place, end), found: true })
    place = end - 1
  }
  if (end < text.length) found.push({ text: text.slice(end), found: false })
  return found
}

/** Rules as they stand together on the page. */
export function chaptersOf<Rule extends { headline: string }>(rules: Rule[]): { headline: string; rules: Rule[] }[] {
  const found: { headline: string; rules: Rule[] }[] = []
  for (const one of rules) {
    if (found.at(-1)?.headline !== one.headline) found.push({ headline: one.headline, rules: [] })
    found.at(-1)?.rules.push(one)
  }
  return found
}

/** The part of an address that names a chapter. */
export const slug = (headline: string): string => split(headline).join('-')
