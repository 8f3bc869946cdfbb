import type { Locator, Page } from '@playwright/test'
import { storedToken } from '../pages/stored.ts'

/** Ends the session of this browser as another device would: its pages learn of it from the server. */
export async function endSessionOf(page: Page): Promise<void> {
  const answer = await fetch(new URL('/api/auth/logout', page.url()), {
    method: 'POST',
    headers: { authorization: `Bearer ${await storedToken(page)}` },
  })
  if (!answer.ok) throw new Error(`Logging out answered ${answer.status}: ${await answer.text()}`)
}

/** The dialog that asks to sign in again, over the page whose session has ended. */
export const expiredDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Please log in again to continue' })
