import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import { newsOf } from './src/lib/changelog.ts'

// Where `npm run dev` finds a running `heliopolis serve`.
const server = process.env.HELIOPOLIS_SERVER ?? 'http://127.0.0.1:8000'

// What fits into a packet or two needs no compressing, and fonts and pictures are compressed already.
const compressible = /\.(css|html|js|json|svg|txt|webmanifest)$/
const worthwhile = 1024

/** Writes NAME.br and NAME.gz beside the files of the build: the server sends them as they are. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }) {
      for (const name of readdirSync(dir!, { recursive: true, encoding: 'utf8' })) {
        if (!compressible.test(name)) continue
        const body = readFileSync(join(dir!, name))
        if (body.length < worthwhile) continue
        for (const [ending, small] of [
          ['br', brotliCompressSync(body)],
          ['gz', gzipSync(body, { level: 9 })],
        ] as const) {
          if (small.length < body.length) writeFileSync(join(dir!, `${name}.${ending}`), small)
        }
      }
    },
  }
}

/** Writes LICENSES.txt: the packages whose code or fonts are in the build, and on what terms. */
function licenses(): Plugin {
  return {
    name: 'licenses',
    apply: 'build',
    generateBundle(_, bundle) {
      const fonts = Object.values(bundle).flatMap((part) => (part.type === 'asset' ? part.originalFileNames : []))
      const files = [...this.getModuleIds(), ...fonts.map((name) => resolve(name))]
      const folders = new Set(files.map((file) => /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0]))
      const texts = [...folders]
        .filter((folder) => folder !== undefined && existsSync(join(folder, 'package.json')))
        .map((folder) => {
          const about = JSON.parse(readFileSync(join(folder!, 'package.json'), 'utf8')) as Record<string, string>
          const file = readdirSync(folder!).find((name) => /^licen[cs]e/i.test(name))
          const text = file ? readFileSync(join(folder!, file), 'utf8').trim() : ''
          return `${about.name} ${about.version} (${about.license})\n\n${text}\n`
        })
      this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: texts.sort().join('\n----\n\n') })
    },
  }
}

const NAME = 'virtual:news'

/** Offers the news of the house's changelog as a module. */
function news(file: string): Plugin {
  return {
    name: 'news',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null
      this.addWatchFile(file)
      return `export default ${JSON.stringify(newsOf(readFileSync(file, 'utf8')))}`
    },
  }
}

/** Takes from drawings what only their readers need. */
function drawings(): Plugin {
  return {
    name: 'drawings',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('.svg?raw')) return null
      const drawn = readFileSync(id.replace('?raw', ''), 'utf8').replaceAll(/<!--.*?-->/gs, '')
      return `export default ${JSON.stringify(drawn.replaceAll(/\s+/g, ' ').replaceAll('> <', '><').trim())}`
    },
  }
}

// What is fetched together, each with all that it needs and that those above it do not have. A file for every page would
// be larger as a whole: small files compress badly.
const game = (id: string): string => /(\w+)\/(lesson\/)?\w+\.ts$/.exec(id)![1]!
const parts: [name: string | ((id: string) => string), test: RegExp][] = [
  ['table', /svelte\/src|src\/(main|art\/\w+|lib\/(arrive|reasons|seen)|pages\/Table|parts\/TableFrame)\.(svelte|ts)$/],
  [game, /src\/\w+\/play\.ts$/],
  [(id) => `${game(id)}-lesson`, /src\/\w+\/lesson\/lesson\.ts$/],
  ['sheets', /src\/(pages\/Replay|parts\/(Sheets|Costliest|HintPanel))\.svelte$/],
  ['review', /src\/(review\/\w+|replay\/PlayOn)\.svelte$/],
  ['pages', /src\/(\w+\/book\.ts|pages\/\w+\.svelte|parts\/Help\.svelte)$/],
]

export default defineConfig({
  plugins: [svelte(), news(resolve(import.meta.dirname, '../CHANGELOG.md')), drawings(), licenses(), compressed()],
  build: {
    outDir: '../src/heliopolis/server/static',
    emptyOutDir: true,
    target: 'es2022',
    // Fonts and art stay files of their own: the page's content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // What style wins is a matter of their order: it stays the same wherever the page began.
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: parts.map(([name, test], place) => ({ name, test, priority: parts.length - place })),
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server.replace(/^http/, 'ws'), ws: true },
    },
  },
})
