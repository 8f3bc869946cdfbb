import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

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

/** Prints what a first visit to a route brings over the wire: the entry, the named modules, and what they import. */
export const printRouteWeight = (route: string, modules: string[]): Plugin => ({
  name: 'print-route-weight',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle)
    const chunks = files.filter((file) => file.type === 'chunk')
    const roots = chunks.filter(
      (chunk) => chunk.isEntry || modules.some((module) => chunk.facadeModuleId?.endsWith(module)),
    )
    const scripts = new Set(roots)
    // A set hands out what is added while it is walked.
    for (const chunk of scripts) {
      for (const name of chunk.imports) {
        const imported = bundle[name]
        if (imported?.type === 'chunk') scripts.add(imported)
      }
    }
    const styles = files.filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
    const js = kibOf([...scripts].map((chunk) => chunk.code))
    const css = kibOf(styles.map((file) => contentOf(file)))
    this.info(`${route}: ${js} KiB of script, ${css} KiB of style (gzip)`)
  },
})

const contentOf = (file: Rolldown.OutputAsset | Rolldown.OutputChunk) =>
  file.type === 'asset' ? file.source : file.code

const kibOf = (contents: (string | Uint8Array)[]) =>
  (contents.reduce((sum, content) => sum + gzipSync(content).length, 0) / 1_024).toFixed(1)
