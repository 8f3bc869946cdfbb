import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { messages } from '@bidwell/contract'
import type { Plugin } from 'vite'
import { findContentMistakes } from './src/marketing/content/find-content-mistakes.ts'

/**
 * Puts the parts of the app's page into it, from their own files. In a build, the styles stand in the page too, so that its first
 * paint waits for no second answer of the server, and the code gives way to what the paint needs, such as the font.
 */
export const fillPages = (): Plugin[] => [
  { name: 'fill-pages', transformIndexHtml: { order: 'pre', handler: addParts } },
  {
    name: 'inline-styles',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        bundle &&
        html
          .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${stylesIn(bundle)}</style>`)
          .replaceAll(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"'),
    },
  },
]

/**
 * Writes the page that browsers show without a connection, in one file that needs no other, and the service worker that keeps
 * it. The worker's version changes with the page, so that browsers replace both.
 */
export const writeOfflinePage = (): Plugin => ({
  name: 'write-offline-page',
  writeBundle({ dir = '' }, bundle) {
    const page = addParts(source('offline/page.html'))
      .replace('<!--styles-->', () => stylesIn(bundle))
      .replace('<!--script-->', () => codeOf('offline/page.js'))
    const worker = codeOf('offline/worker.js')
    const version = createHash('sha256').update(page).update(worker).digest('hex').slice(0, 12)
    writeFileSync(join(dir, 'offline.html'), page)
    writeFileSync(join(dir, 'offline-worker.js'), worker.replace('<version>', version))
  },
})

/** As for the answers that the server compresses: below, the file fits into one packet anyway. */
const MIN_COMPRESSED_BYTES = 1_024

/** The last level takes twice the time for 2 %. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
const compress = promisify(brotliCompress)

/**
 * Puts a compressed version beside each file with a hashed name: smaller by an eighth than what the server would make of it
 * for each request.
 */
export const compressFiles = (): Plugin => ({
  name: 'compress-files',
  async writeBundle({ dir = '' }) {
    const folder = join(dir, 'assets')
    const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name))
    await Promise.all(
      files.map(async (file) => {
        const text = readFileSync(join(folder, file))
        if (text.length < MIN_COMPRESSED_BYTES) return
        writeFileSync(join(folder, `${file}.br`), await compress(text, QUALITY))
      }),
    )
  },
})

const MORE_NOTICES = {
  'Atkinson Hyperlegible Next, the font': '../node_modules/@fontsource-variable/atkinson-hyperlegible-next/LICENSE',
  'Lucide, the icons': 'src/ui/LICENSE-icons.txt',
  'Tailwind CSS, the styles': '../node_modules/tailwindcss/LICENSE',
}

/** Adds the licenses that Vite leaves out of its file, because it looks at packages with code alone. */
export const completeNotices = (): Plugin => ({
  name: 'complete-notices',
  generateBundle: {
    order: 'post',
    handler(_options, { 'notices.txt': notices }) {
      if (notices?.type !== 'asset') return this.error('Vite has written no notices.txt')
      notices.source += Object.entries(MORE_NOTICES)
        .map(([name, file]) => `\n## ${name}\n\n${source(file).trim()}\n`)
        .join('')
    },
  },
})

/** Fails the build when the operator's file is not of its shape, with a line for each mistake. */
export const checkSiteContent = (): Plugin => ({
  name: 'check-site-content',
  buildStart() {
    this.addWatchFile(join(import.meta.dirname, 'site-content.json'))
    const mistakes = findContentMistakes(source('site-content.json'))
    if (mistakes.length > 0) this.error(['site-content.json has mistakes:', ...mistakes].join('\n  '))
  },
})

type Bundle = Parameters<Extract<Plugin['writeBundle'], (...args: never) => unknown>>[1]

/** All styles of the app. */
function stylesIn(bundle: Bundle): string {
  const files = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  return files.map((file) => ('source' in file ? file.source.toString() : '')).join('')
}

const { noConnection, noConnectionHelp, noAnswer, noAnswerHelp, keptAuctions, keptAuctionsHelp } = messages.page
const { codeNotLoadedHelp, bidsRunOnServer, tryAgain } = messages.page
const { notLoaded } = messages.page
const MESSAGES: Record<string, string> = {
  noConnection,
  noConnectionHelp,
  noAnswer,
  noAnswerHelp,
  keptAuctions,
  keptAuctionsHelp,
  codeNotLoadedHelp,
  bidsRunOnServer,
  tryAgain,
  notLoaded,
}

const addParts = (html: string): string =>
  html
    .replace('<!--head of every page-->', () => source('head.html'))
    .replace('<!--theme.js-->', () => codeOf('theme.js'))
    .replaceAll('<!--brand-->', () => source('brand.html'))
    .replace('<!--show-not-loaded.js-->', () => codeOf('show-not-loaded.js'))
    .replaceAll(/<!--message (\w+)-->/g, (_all, name: string) => {
      const message = MESSAGES[name]
      if (message === undefined) throw new Error(`No message is named ${name}`)
      return message
    })

const source = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')

/** A script without its comments, as browsers load it. */
const codeOf = (file: string): string => source(file).replaceAll(/^ *\/\/.*\n|^\/\*[^]*?\*\/\n+/gm, '')
