/** What saving the record of a game is called, wherever it is offered. */
export const DOWNLOAD = 'Download record'

/** Hand a text to the person as a file. */
export function saveText(text: string, name: string): void {
  const anchor = document.createElement('a')
  anchor.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  anchor.download = name
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000)
}
