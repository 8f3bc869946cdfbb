import type { Page } from '@playwright/test'

/** Records what the open page tells screen readers from now on. Returns a function that answers the texts, in their order. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  const region = page.locator('[aria-live=polite].sr-only')
  await region.evaluate((node) => {
    const texts: string[] = []
    const record = () => {
      texts.push(node.textContent)
      document.documentElement.dataset['spoken'] = JSON.stringify(texts)
    }
    new MutationObserver(record).observe(node, { childList: true, characterData: true, subtree: true })
  })
  return async () => {
    const recorded = await page.evaluate(() => document.documentElement.dataset['spoken'])
    const texts: string[] = recorded === undefined ? [] : JSON.parse(recorded)
    return texts
  }
}
