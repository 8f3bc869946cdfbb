import type { Page } from '@playwright/test'

/**
 * Watches the open page from now on. The function that it returns says what has emptied meanwhile: a part that loads again
 * in place of what was shown, or a list that has lost auctions.
 */
export async function watchForEmptying(page: Page): Promise<() => Promise<string[]>> {
  const watching = await page.evaluateHandle(() => {
    const emptied: string[] = []
    let most = 0
    const observer = new MutationObserver(() => {
      const loading = document.querySelector('main [data-loading]:not(aside *)')
      if (loading) emptied.push(`Loads again: ${loading.outerHTML.slice(0, 200)}`)
      const now = document.querySelectorAll('main [data-auction-card]').length
      if (now < most - 1) emptied.push(`${now} auctions instead of ${most}`)
      most = Math.max(most, now)
    })
    observer.observe(document.body, { subtree: true, childList: true })
    return { emptied, observer }
  })
  return () =>
    watching.evaluate(({ emptied, observer }) => {
      observer.disconnect()
      return emptied
    })
}

/** Has the page read its data again, as it does when somebody comes back to it. */
export const comeBack = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
  })
