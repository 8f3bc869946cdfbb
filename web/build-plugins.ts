import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { findContentMistakes } from './src/marketing/content/find-content-mistakes.ts'

/** Preloads the font, so that the first paint already uses it. */
export const preloadFont = (): Plugin => ({
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
          injectTo: 'head',
        })),
  },
})

/**
 * Makes the router's unused components removable, which saves 5 KiB. The bundler treats the calls that create them and
 * the `displayName` assignments as side effects; this marks the calls as pure and deletes the assignments.
 */
export const treeShakeRouter = (): Plugin => ({
  name: 'tree-shake-router',
  transform: {
    filter: { id: /node_modules[\\/]react-router[\\/]/ },
    handler: (code) => ({
      code: code
        .replace(/(?<== )React\$1\.(?=\w+\()/g, '/* @__PURE__ */ React$1.')
        .replace(/^\w+\.displayName = .*;$/gm, ''),
      map: null,
    }),
  },
})

type Route = {
  path: string
  /** The modules that the route loads in addition to the entry. */
  modules: readonly string[]
  /** KiB, gzip. */
  maxKib: { script: number; style: number }
}

/** Fails the build when the first visit to a route downloads more than its limit, and reports the size otherwise. */
export const limitRouteSize = ({ path, modules, maxKib }: Route): Plugin => ({
  name: 'limit-route-size',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle)
    const chunks = files.filter((file) => file.type === 'chunk')
    const chunkOf = (module: string) => chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(module)))
    const loaded = ['src/main.tsx', ...modules].map(
      (module) => chunkOf(module) ?? this.error(`${path}: nothing contains ${module}`),
    )
    const scripts = withImports(loaded, bundle)
    const styles = files.filter((file) => file.type === 'asset').filter((file) => file.fileName.endsWith('.css'))
    const script = gzipKib([...scripts].map((chunk) => chunk.code))
    const style = gzipKib(styles.map((file) => file.source))
    const size = `${path}: ${script.toFixed(1)} KiB of script, ${style.toFixed(1)} KiB of style (gzip)`
    if (script > maxKib.script || style > maxKib.style) {
      this.error(`${size}; at most ${maxKib.script} and ${maxKib.style}`)
    }
    this.info(size)
  },
})

/** Fails the build when a page that was rendered ahead loads more script than this, in KiB gzip, before it is used. */
export const limitPageScript = (maxKib: number): Plugin => ({
  name: 'limit-page-script',
  generateBundle(_options, bundle) {
    const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.moduleIds.some(isPageScript))
    if (entry?.type !== 'chunk') return this.error('The script of the public pages is missing')
    const isImported = Object.values(bundle).some(
      (file) => file.type === 'chunk' && file.imports.includes(entry.fileName),
    )
    if (isImported) this.error('The script of the public pages would also run in the app')
    const kib = gzipKib([...withImports([entry], bundle)].map((chunk) => chunk.code))
    const size = `public pages: ${kib.toFixed(1)} KiB of script (gzip)`
    if (kib > maxKib) this.error(`${size}; at most ${maxKib}`)
    this.info(size)
  },
})

const isPageScript = (id: string) => id.endsWith('src/public-page.ts')

/** Moves the template of the public pages from the folder that is served to that of the program that fills it. */
export const moveTemplate = (): Plugin => ({
  name: 'move-template',
  writeBundle({ dir }) {
    if (dir === undefined) return
    const pages = join(dir, '..', 'pages')
    rmSync(pages, { recursive: true, force: true })
    mkdirSync(pages)
    renameSync(join(dir, 'page.html'), join(pages, 'page.html'))
  },
})

/** Fails the build when the operator's file is not of its shape, with a line for each mistake. */
export const checkSiteContent = (): Plugin => ({
  name: 'check-site-content',
  buildStart() {
    const file = join(import.meta.dirname, 'site-content.json')
    this.addWatchFile(file)
    const mistakes = findContentMistakes(readFileSync(file, 'utf8'))
    if (mistakes.length > 0) this.error(['site-content.json has mistakes:', ...mistakes].join('\n  '))
  },
})

type Bundle = Parameters<Extract<Plugin['generateBundle'], (...args: never) => unknown>>[1]
type Chunk = Extract<Bundle[string], { type: 'chunk' }>

/** The chunks and all that they import before they run. */
function withImports(chunks: readonly Chunk[], bundle: Bundle): Set<Chunk> {
  const all = new Set(chunks)
  // Iterating over a set also visits the entries that the loop adds.
  for (const chunk of all) {
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') all.add(imported)
    }
  }
  return all
}

const gzipKib = (contents: (string | Uint8Array)[]) =>
  contents.reduce((sum, content) => sum + gzipSync(content).length, 0) / 1_024
