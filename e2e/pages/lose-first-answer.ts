import type { Page } from '@playwright/test'

/** The network breaks after the server has done the page's first call of a method and path. */
export async function loseFirstAnswer(page: Page, method: string, path: string) {
  let calls = 0
  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    calls += 1
    if (calls > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  return {
    /** How many calls the page has made, the lost one included. */
    calls: () => calls,
  }
}
