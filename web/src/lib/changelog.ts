// What is new for those who play, from the changelog: its points that begin with a few words in bold.

import type { News } from './news'

const BOLD = '**'
const END = '.** '

/** The news of a changelog, the newest first, without the marks of Markdown. */
export function newsOf(changelog: string): News[] {
  return pointsOf(changelog).flatMap((point) => {
    const end = point.indexOf(END)
    if (!point.startsWith(BOLD) || end < 0) return []
    return [{ title: point.slice(BOLD.length, end), says: bare(point.slice(end + END.length)) }]
  })
}

/** Each point of a list, in one line. */
function pointsOf(text: string): string[] {
  const points: string[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('- ')) points.push(line.slice(2).trim())
    else if (line.startsWith('  ') && points.length) points.push(`${points.pop() ?? ''} ${line.trim()}`)
    else if (line.startsWith('#')) points.push('')
  }
  return points
}

/** A text without marks; of a link its words remain. */
function bare(text: string): string {
  const [first = '', ...links] = text.replaceAll('*', '').replaceAll('`', '').split('[')
  return links.reduce((said, link) => {
    const [words = '', rest] = link.split('](')
    return said + words + (rest === undefined ? '' : rest.slice(rest.indexOf(')') + 1))
  }, first)
}
