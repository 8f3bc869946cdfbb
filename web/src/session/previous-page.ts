type Page = { pathname: string; search: string }

let shown: Page | null = null
let previous: Page | null = null

/** Notes that a page is shown. A sheet or a filter changes the query alone, and the page stays the same. */
export function notePage(page: Page) {
  if (page.pathname !== shown?.pathname) previous = shown
  shown = page
}

/** The path and the query of the page before the one that is shown; null for the first since the application was loaded. */
export const previousPage = (): string | null => previous && previous.pathname + previous.search
