import type { Page } from '@playwright/test'

/** The keys of local storage that are settings of the device. */
const DEVICE_SETTINGS = /^(theme|density|spoken_countdowns|letter_keys|last_minute_signals)$/

/** The token of the session that the browser keeps; empty when it keeps none. */
export const storedToken = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem('auth_token') ?? '')

/** Changes the session of an open page, as another tab would. */
export const storeToken = (page: Page, token: string): Promise<void> =>
  page.evaluate((value) => localStorage.setItem('auth_token', value), token)

/** Signs a browser in, on a file of the application: no page of it is open yet. */
export async function signInWith(page: Page, token: string): Promise<void> {
  await page.goto('/favicon.svg')
  await storeToken(page, token)
}

/** The keys of what the browser keeps about a user. */
export async function userKeys(page: Page): Promise<string[]> {
  const keys = await page.evaluate(() => Object.keys(localStorage))
  return keys.filter((key) => !DEVICE_SETTINGS.test(key))
}

/** Makes the browser forget its session without telling the server, as a cleared storage does. */
export const forgetToken = (page: Page): Promise<void> => page.evaluate(() => localStorage.removeItem('auth_token'))
