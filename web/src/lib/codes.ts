// What people paste or type to come to a table: an invitation, a seat that somebody gives them, or a code for a device.

/** A code for another device has so many letters, written in groups. */
const LETTERS = 12

/** The page to which a link or a code leads; null where there is nothing to go by. */
export function whereTo(text: string): string | null {
  const [, page, token] = /(?:^|[#/])(join|seat|move)\/([^/\s]+)/.exec(text) ?? []
  if (page && token) return `/${page}/${token}`
  const plain = text.replace(/[^a-z0-9]/gi, '').toLowerCase()
  if (plain.length === LETTERS && /^[\sa-z0-9-]+$/i.test(text)) return `/move/${plain}`
  const word = text.trim()
  return word ? `/join/${word}` : null
}
