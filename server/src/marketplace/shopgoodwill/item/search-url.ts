const MAX_WORDS = 4

/** The site's search page for a text. More words find less: a whole title finds only itself. */
export function searchUrl(homeUrl: string, text: string): string {
  const url = new URL('/categories/listing', homeUrl)
  // The site answers 403 to a search with quotation marks.
  const words = text.replaceAll('"', ' ').split(/\s+/).filter(Boolean)
  url.searchParams.set('st', words.slice(0, MAX_WORDS).join(' '))
  return url.href
}
