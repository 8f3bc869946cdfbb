import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Asks for the font along with the styles that need it, so that the first words are drawn in it. */
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
 * Lets the router's unused parts be left out, 5 KiB of them: its components are made by calls and given names by
 * assignments, and a bundler must take either for something that matters.
 */
export const shakeRouter = (): Plugin => ({
  name: 'shake-router',
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
  /** What is loaded to show it, beside the entry. */
  modules: readonly string[]
  /** KiB, gzip. */
  most: { script: number; style: number }
}

/** Fails the build when a first visit to a route brings more over the wire than it may, and says what it brings. */
export const weighRoute = ({ path, modules, most }: Route): Plugin => ({
  name: 'weigh-route',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle)
    const chunks = files.filter((file) => file.type === 'chunk')
    const rootOf = (module: string) => chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(module)))
    const scripts = new Set(chunks.filter((chunk) => chunk.isEntry))
    for (const module of modules) scripts.add(rootOf(module) ?? this.error(`${path}: nothing contains ${module}`))
    // A set hands out what is added while it is walked.
    for (const chunk of scripts) {
      for (const name of chunk.imports) {
        const imported = bundle[name]
        if (imported?.type === 'chunk') scripts.add(imported)
      }
    }
    const styles = files.filter((file) => file.type === 'asset').filter((file) => file.fileName.endsWith('.css'))
    const script = kibOf([...scripts].map((chunk) => chunk.code))
    const style = kibOf(styles.map((file) => file.source))
    const says = `${path}: ${script.toFixed(1)} KiB of script, ${style.toFixed(1)} KiB of style (gzip)`
    if (script > most.script || style > most.style) this.error(`${says}; at most ${most.script} and ${most.style}`)
    this.info(says)
  },
})

const kibOf = (contents: (string | Uint8Array)[]) =>
  contents.reduce((sum, content) => sum + gzipSync(content).length, 0) / 1_024
