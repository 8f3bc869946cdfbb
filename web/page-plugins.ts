import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { messages } from '@bidwell/contract'
import type { Plugin } from 'vite'
import { type Bundle, chunkWith, styleFile, withImports } from './bundle.ts'

/** Puts what several pages have, such as their heads, from one file into each of them. */
export const shareHead = (): Plugin => ({
  name: 'share-head',
  transformIndexHtml: { order: 'pre', handler: addParts },
})

/**
 * Writes the templates of the pages into the folder of the program that fills them. The styles stand in the page, so that its
 * first paint waits for no second answer of the server. Beside them, what a browser should load at once for a page of the app,
 * by its path.
 */
export const writeTemplates = (routes: readonly Route[]): Plugin => ({
  name: 'write-templates',
  writeBundle({ dir = '' }, bundle) {
    const pages = join(dir, '..', 'pages')
    rmSync(pages, { recursive: true, force: true })
    mkdirSync(pages)
    const link = /<link rel="stylesheet"[^>]*>/
    for (const [file, name] of Object.entries({ 'page.html': 'public-styles', 'index.html': 'styles' })) {
      const html = readFileSync(join(dir, file), 'utf8')
      if (!link.test(html)) this.error(`${file} loads no styles`)
      const styles = readFileSync(join(dir, styleFile(name, bundle)), 'utf8')
      const withStyles = html
        .replace(link, () => `<style>${styles}</style>`)
        .replace('<!--all styles-->', () => `<meta name="all-styles" content="/${styleFile('styles', bundle)}">`)
      writeFileSync(join(pages, file), loadCodeLater(withStyles))
    }
    rmSync(join(dir, 'page.html'))
    const preloads = routes.map(({ path, modules }) => [path, filesOf(modules, bundle)])
    writeFileSync(join(pages, 'preloads.json'), JSON.stringify(Object.fromEntries(preloads)))
  },
})

/**
 * Has the browser load what it needs to show the page, the font among it, before the code; and run each file of the code as
 * soon as it is there, so that the page answers between them.
 */
const loadCodeLater = (html: string): string =>
  html
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replaceAll(
      /<link rel="modulepreload" crossorigin href="([^"]+)">/g,
      '<script type="module" async fetchpriority="low" crossorigin src="$1"></script>',
    )

type Route = { path: string; modules: readonly string[] }

/** The files of modules, and all that they import before they run. */
const filesOf = (modules: readonly string[], bundle: Bundle): string[] =>
  [
    ...withImports(
      modules.map((module) => chunkWith(module, bundle)),
      bundle,
    ),
  ].map(({ fileName }) => `/${fileName}`)

type OfflineLimits = {
  /** KiB, gzip: what the browser keeps for the time without a connection, and the worker that keeps it. */
  maxKib: number
}

/**
 * Writes the page that browsers show without a connection, in one file that needs no other, and the service worker that keeps
 * it. The worker's version changes with the page, so that browsers replace both.
 */
export const writeOfflinePage = ({ maxKib }: OfflineLimits): Plugin => ({
  name: 'write-offline-page',
  writeBundle({ dir = '' }, bundle) {
    const styles = readFileSync(join(dir, styleFile('styles', bundle)), 'utf8')
    const page = addParts(source('offline/page.html'))
      .replace('<!--styles-->', () => styles)
      .replace('<!--script-->', () => codeOf('offline/page.js'))
    const worker = codeOf('offline/worker.js')
    const version = createHash('sha256').update(page).update(worker).digest('hex').slice(0, 12)
    const files = { 'offline.html': page, 'offline-worker.js': worker.replace('<version>', version) }
    for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text)
    const kib = gzipSync(Object.values(files).join('')).length / 1_024
    if (kib > maxKib) this.error(`The offline page: ${kib.toFixed(1)} KiB gzip; at most ${maxKib}`)
    this.info(`gzip: offline page ${kib.toFixed(1)} KiB`)
  },
})

/**
 * Puts a compressed version beside each file with a hashed name: smaller by a seventh than what the server would make of it
 * for each request.
 */
export const compressFiles = (): Plugin => ({
  name: 'compress-files',
  writeBundle({ dir = '' }) {
    const folder = join(dir, 'assets')
    for (const file of readdirSync(folder)) {
      if (!/\.(js|css)$/.test(file)) continue
      const text = readFileSync(join(folder, file))
      if (text.length >= MIN_COMPRESSED_BYTES) writeFileSync(join(folder, `${file}.br`), brotliCompressSync(text))
    }
  },
})

/** As for the answers that the server compresses: below, the file fits into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_024

const addParts = (html: string): string =>
  html
    .replace('<!--head of every page-->', () =>
      source('head.html').replace('<!--theme.js-->', () => codeOf('theme.js')),
    )
    .replace('<!--ask-early.js-->', () => codeOf('ask-early.js'))
    .replace('<!--load-formats.js-->', () => codeOf('load-formats.js'))
    .replace('<!--brand-->', () => source('brand.html'))
    .replace('<!--show-not-loaded.js-->', () => codeOf('show-not-loaded.js'))
    .replaceAll(/<!--message (\w+)-->/g, (_all, name) => messageNamed(name))

const { noConnection, noConnectionHelp, noAnswer, noAnswerHelp, codeNotLoadedHelp, bidsRunOnServer, tryAgain } =
  messages.offline
const { notLoaded } = messages.page
const MESSAGES = new Map(
  Object.entries({
    noConnection,
    noConnectionHelp,
    noAnswer,
    noAnswerHelp,
    codeNotLoadedHelp,
    bidsRunOnServer,
    tryAgain,
    notLoaded,
  }),
)

function messageNamed(name: string): string {
  const message = MESSAGES.get(name)
  if (message === undefined) throw new Error(`No message is named ${name}`)
  return message
}

const source = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')

/** A script without its comments, as browsers load it. */
const codeOf = (file: string): string => source(file).replaceAll(/^ *\/\/.*\n|^\/\*[^]*?\*\/\n+/gm, '')
