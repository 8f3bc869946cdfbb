import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

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
    const scripts = new Set(chunks.filter((chunk) => chunk.isEntry))
    for (const module of modules) scripts.add(chunkOf(module) ?? this.error(`${path}: nothing contains ${module}`))
    // Iterating over a set also visits the entries that the loop adds.
    for (const chunk of scripts) {
      for (const name of chunk.imports) {
        const imported = bundle[name]
        if (imported?.type === 'chunk') scripts.add(imported)
      }
    }
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

const gzipKib = (contents: (string | Uint8Array)[]) =>
  contents.reduce((sum, content) => sum + gzipSync(content).length, 0) / 1_024
