import { createHash } from 'node:crypto'

/** What a page says between its own tags, as the sources by which a security policy allows exactly that. */
export type InlineHashes = { scripts: readonly string[]; styles: readonly string[] }

/**
 * The hashes of the scripts and styles that stand in the HTML of the built web app
 * (https://www.w3.org/TR/CSP3/#grammardef-hash-source). A script of data, as JSON, runs nowhere and needs none.
 */
export function inlineHashes(pages: readonly string[]): InlineHashes {
  const hashesOf = (element: RegExp) => [
    ...new Set(pages.flatMap((html) => [...html.matchAll(element)].map(([, text = '']) => hashSource(text)))),
  ]
  return {
    scripts: hashesOf(/<script>([^]*?)<\/script>/g),
    styles: hashesOf(/<style>([^]*?)<\/style>/g),
  }
}

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
