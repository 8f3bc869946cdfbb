let shown: string | undefined
let previous: string | undefined

/** Notes that a page is shown, by the path and the query of its address. */
export function notePage(url: string) {
  if (url === shown) return
  previous = shown
  shown = url
}

/** The page before the one that is shown; undefined for the first since the application was loaded. */
export const previousPage = (): string | undefined => previous
