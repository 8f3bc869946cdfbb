import type { Page } from '@playwright/test'

/** Has the server refuse the next call of a path until the user proves who they are, as it does once a proof is old. */
export async function askForProof(page: Page, path: string): Promise<void> {
  const refusal = {
    success: false,
    code: 'proof_needed',
    message: 'Please confirm that it is you before you change this.',
  }
  await page.route(`**/api${path}`, (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 })
}
