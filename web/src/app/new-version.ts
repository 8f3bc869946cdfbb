/** The app's script in a page, whose name changes with each version; null in a page without the app. */
const appScriptIn = (html: string): string | null =>
  /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/.exec(html)?.[1] ?? null

/** Whether the page that the server sends now is of another version than the open one. */
export function isNewVersion(open: string | null, html: string): boolean {
  const current = appScriptIn(html)
  return open !== null && current !== null && current !== open
}
