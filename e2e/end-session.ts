import type { Page } from '@playwright/test'

/** Ends the session of this browser as another device would: its pages learn of it from the server. */
export async function endSessionOf(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'))
  const answer = await fetch(new URL('/api/auth/logout', page.url()), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`Logging out answered ${answer.status}: ${await answer.text()}`)
}
