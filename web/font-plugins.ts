import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const FULL_FONT =
  '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'
const FOLDER = join(import.meta.dirname, 'dist', 'fonts')
const NAME = 'basic-latin.woff2'

/** The weights that the app has. */
const WEIGHTS = { min: 400, max: 600 }

/** Cuts the font that every page loads out of the full one, with the characters and weights that the styles name for it. */
export const cutFont = (): Plugin => ({
  name: 'cut-font',
  async configResolved() {
    const full = readFileSync(createRequire(import.meta.url).resolve(FULL_FONT))
    const cut = await subsetFont(full, charactersOf(NAME), { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } })
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(join(FOLDER, NAME), cut)
  },
})

/** Preloads the font, so that the first paint already uses it. */
export const preloadFont = (): Plugin => ({
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === 'asset' && file.names.includes(NAME))
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${fileName}` },
          injectTo: 'head',
        })),
  },
})

/** The characters for which the styles use a file: the `unicode-range` beside its name. */
function charactersOf(file: string): string {
  const styles = readFileSync(join(import.meta.dirname, 'src', 'look.css'), 'utf8')
  const range = new RegExp(`${file}'[^}]*unicode-range: ([^;]+);`).exec(styles)?.[1]
  if (range === undefined) throw new Error(`The styles name no characters for ${file}`)
  return range
    .split(',')
    .map((part) => {
      const [from = 0, to = from] = part
        .trim()
        .replace('U+', '')
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, offset) => from + offset))
    })
    .join('')
}
