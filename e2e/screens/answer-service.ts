import type { Page } from '@playwright/test'
import { serviceAnswers } from '../../web/test/fixed-service.ts'

/** Makes the API answer with figures and a state, until the page is closed or others are asked for. */
export async function answerWith(page: Page, ...chosen: Parameters<typeof serviceAnswers>): Promise<void> {
  for (const [call, data] of Object.entries(serviceAnswers(...chosen)))
    await page.route(`**/api/${call}`, (route) => route.fulfill({ json: { success: true, data } }))
}
