import { askForProof } from '../people/ask-for-proof.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
test(
  'A token for a program is made with a password, shown once, bids within its caps, and is revoked',
  TAG,
  async ({ page, bidder, bidwell }) => {
    await bidder.startConnected()
    await page.goto('/settings?tab=security')
    const section = page.getByRole('region', { name: 'API tokens' })
    await expect(section.getByText('You have no tokens.')).toBeVisible()
    await checkScreen(page, 'api-tokens-none')
    await askForProof(page, '/account/tokens')
    await section.getByRole('button', { name: 'Make a token' }).click()
    const form = page.getByRole('dialog', { name: 'Make a token' })
    await form.getByLabel('Name').fill('My spreadsheet')
    await form.getByLabel('Read, track and bid').check()
    await checkScreen(page, 'api-tokens-form')
    await form.getByRole('button', { name: 'Make a token' }).click()
    const proof = page.getByRole('dialog', { name: 'Is it you?' })
    await proof.getByLabel('Bidwell password').fill(bidder.prepare.password)
    await proof.getByRole('button', { name: 'Continue' }).click()
    await expect(form.getByText('A token that bids needs this cap')).toHaveCount(2)
    await form.getByLabel('At most for one bid').fill('20')
    await form.getByLabel('At most for one day').fill('50')
    await form.getByRole('button', { name: 'Make a token' }).click()

    const shown = page.getByRole('dialog', { name: 'Your new token' })
    await shown.getByRole('button', { name: 'Copy' }).click()
    const secret = await page.evaluate(() => navigator.clipboard.readText())
    expect(secret).toMatch(/^bwp_\w{36}$/)
    await checkScreen(page, 'api-tokens-secret')
    await shown.getByRole('button', { name: 'I have kept it' }).click()
    const list = () => fetch(`${bidwell.url}/api/auctions`, { headers: { Authorization: `Bearer ${secret}` } })
    expect((await list()).status).toBe(200)
    await page.reload()
    await expect(section.getByText(/At most \$20\.00 for a bid and \$50\.00 a day\./)).toBeVisible()
    await expect(section.getByText(/Expires .* Last used .* from /)).toBeVisible()
    await expect(page.getByText(secret)).toHaveCount(0)
    await checkScreen(page, 'api-tokens')

    await section.getByRole('button', { name: 'Revoke My spreadsheet' }).click()
    const asking = page.getByRole('dialog', { name: 'Revoke My spreadsheet?' })
    await asking.getByRole('button', { name: 'Revoke' }).click()
    await expect(section.getByText('You have no tokens.')).toBeVisible()
    await expect(section).toBeFocused()
    expect((await list()).status).toBe(401)
    await expect(page.getByText('API token “My spreadsheet” revoked')).toBeVisible()
  },
)
