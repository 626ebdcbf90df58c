import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

const source = new URL('src', import.meta.url).pathname
const components = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.svelte'))
  .sort()

/** The class that keeps the styles of a component to itself: as short as it can be, for it stands at every element. */
function mark({ filename, css, hash }) {
  const place = components.indexOf(relative(source, filename))
  return `_${place < 0 ? hash(css) : place.toString(36)}`
}

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, cssHash: mark } }
