import type { Page, Route } from '@playwright/test'

/**
 * Has the server refuse the next call of a path until the user proves who they are, as it does once a proof is old. The refusal
 * comes `after` a moment of the story.
 */
export async function askForProof(page: Page, path: string, after?: Promise<void>): Promise<void> {
  const refusal = {
    success: false,
    code: 'proof_needed',
    message: 'Please confirm that it is you before you change this.',
  }
  const refuse = async (route: Route) => {
    await after
    await route.fulfill({ status: 403, json: refusal })
  }
  await page.route(`**/api${path}`, refuse, { times: 1 })
}
