import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { type Chunk, chunkWith, styleFile, withImports } from './bundle.ts'
import { findContentMistakes } from './src/marketing/content/find-content-mistakes.ts'

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

/** Gives lucide's icons a smaller function that makes their components, which saves 1 KiB. */
export const shrinkIcons = (): Plugin => ({
  name: 'shrink-icons',
  transform: {
    filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
    handler: (code) => ({
      code: code.replace(
        /^import .*createLucideIcon\b.*$/m,
        `import { createIcon as createLucideIcon } from '${join(import.meta.dirname, 'src/ui/create-icon.ts')}'`,
      ),
      map: null,
    }),
  },
})

/**
 * Loads later parts by `import` alone. Vite would list the files of each part, to load them at once, and wait for its styles;
 * the lists alone are 3 KiB of the first file, and there is one file of styles.
 */
export const importPlainly = (): Plugin => ({
  name: 'import-plainly',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
})

type SizeLimits = {
  /** The module that starts the app. */
  entry: string
  /** What the first visit to a path loads in addition to the entry. */
  routes: readonly { path: string; modules: readonly string[]; maxScriptKib: number }[]
  /** The files of styles by name, with the limit of each. */
  styles: Record<string, number>
  /** The modules that have loaded when a user opens a later part; before one of `forVisitors`, only the entry has. */
  forUsers: readonly string[]
  forVisitors: readonly string[]
  /** What a later part adds to the part that opens it. */
  maxLaterKib: number
  /** The module of the pages that are rendered ahead, and what they load before they are used. */
  page: string
  maxPageKib: number
}

/** Fails the build when a first visit or a later part downloads more than its limit (gzip), and reports the sizes otherwise. */
export const limitSizes = (limits: SizeLimits): Plugin => ({
  name: 'limit-sizes',
  // The files on disk: until they are written, the lists of what a part needs are missing in them.
  writeBundle({ dir = '' }, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const chunkOf = (module: string) => chunkWith(module, bundle)
    const kibOf = (files: Iterable<{ fileName: string }>) =>
      [...files].reduce((sum, { fileName }) => sum + gzipSync(readFileSync(join(dir, fileName))).length, 0) / 1_024
    const check = (what: string, kib: number, maxKib: number) => {
      if (kib > maxKib) this.error(`${what}: ${kib.toFixed(1)} KiB gzip; at most ${maxKib}`)
      return `${what}: ${kib.toFixed(1)} KiB`
    }

    const entry = withImports([chunkOf(limits.entry)], bundle)
    const page = chunkOf(limits.page)
    if (chunks.some(({ imports }) => imports.includes(page.fileName))) {
      this.error('The script of the public pages would also run in the app')
    }
    const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'))
    if (styles.length !== Object.keys(limits.styles).length) {
      this.error('A later part has styles of its own, which nothing would load')
    }
    const before = withImports([...entry, ...limits.forUsers.map(chunkOf)], bundle)
    const addedBy = (chunk: Chunk) => {
      const loaded = limits.forVisitors.includes(chunk.name) ? entry : before
      const openers = chunks.filter(({ dynamicImports }) => dynamicImports.includes(chunk.fileName))
      const addedTo = (opener: Chunk) => {
        const there = new Set([...loaded, ...withImports([opener], bundle)])
        return kibOf([...withImports([chunk], bundle)].filter((each) => !there.has(each)))
      }
      return Math.max(...openers.map(addedTo))
    }
    const later = chunks
      .filter(({ isDynamicEntry }) => isDynamicEntry)
      .map((chunk) => ({ chunk, kib: addedBy(chunk) }))
      .toSorted((a, b) => b.kib - a.kib)
    const [largest] = later
    const reports = [
      ...limits.routes.map(({ path, modules, maxScriptKib }) =>
        check(path, kibOf(withImports([...entry, ...modules.map(chunkOf)], bundle)), maxScriptKib),
      ),
      ...Object.entries(limits.styles).map(([name, maxKib]) =>
        check(name, kibOf([{ fileName: styleFile(name, bundle) }]), maxKib),
      ),
      check('public pages', kibOf(withImports([page], bundle)), limits.maxPageKib),
      ...(largest ? [check(`largest later part, ${largest.chunk.name}`, largest.kib, limits.maxLaterKib)] : []),
    ]
    this.info(`gzip: ${reports.join(', ')}; ${chunks.length} files`)
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
