import type { Locator } from '@playwright/test'

/** Chooses a file as a user does: the browser decides whether the choice has changed, while `setInputFiles` always says so. */
export async function chooseByHand(field: Locator, path: string) {
  const page = field.page()
  const asked = page.waitForEvent('filechooser')
  await field.click()
  await asked
  const browser = await page.context().newCDPSession(page)
  const { result } = await browser.send('Runtime.evaluate', { expression: 'document.activeElement' })
  await browser.send('DOM.setFileInputFiles', { files: [path], objectId: result.objectId ?? '' })
  await browser.detach()
}
