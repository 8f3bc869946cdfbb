import { expect, type Page } from '@playwright/test'

/** Collects from now on what the security policy has refused to a page. */
export function policyViolations(page: Page): string[] {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted ?(Type|HTML|Script)/i.test(message.text())) violations.push(message.text())
  })
  return violations
}

/** Expects that the page cannot turn a text into markup. */
export async function expectMarkupRefused(page: Page): Promise<void> {
  const setMarkup = page.evaluate(() => {
    document.createElement('div').innerHTML = '<b>text of a stranger</b>'
  })
  await expect(setMarkup).rejects.toThrow(/TrustedHTML/)
}
