import { askForProof } from '../people/ask-for-proof.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
test(
  'An address for calendar programs is made with a password, shown once, read by whoever has it, and ended',
  TAG,
  async ({ page, bidder, bidwell }) => {
    await bidder.startConnected()
    await bidder.track({ title: 'Brass lamp', endsInSeconds: 3_600 })
    await page.goto('/settings?tab=notifications')
    const section = page.getByRole('region', { name: 'Calendar' })
    const unfold = () => section.getByRole('heading', { name: 'Calendar' }).click()
    await unfold()
    await expect(section.getByText('Calendar programs look for changes once a day or so')).toBeVisible()
    await askForProof(page, '/calendar')
    await section.getByRole('button', { name: 'Make an address' }).click()
    await page.getByRole('dialog').getByLabel('Show my maximum bids').check()
    await checkScreen(page, 'calendar-form')
    await page.getByRole('dialog').getByRole('button', { name: 'Make an address' }).click()
    const proof = page.getByRole('dialog', { name: 'Is it you?' })
    await proof.getByLabel('Bidwell password').fill(bidder.prepare.password)
    await proof.getByRole('button', { name: 'Continue' }).click()

    const shown = page.getByRole('dialog', { name: 'The address of your calendar' })
    await shown.getByRole('button', { name: 'Copy' }).click()
    const address = await page.evaluate(() => navigator.clipboard.readText())
    await checkScreen(page, 'calendar-address')
    await shown.getByRole('button', { name: 'I have kept it' }).click()
    const read = () => fetch(bidwell.url + new URL(address).pathname)
    expect(await (await read()).text()).toContain('SUMMARY:Closes: Brass lamp')
    await page.reload()
    await unfold()
    await expect(section.getByText(/Last read .* It shows your maximum bids\./)).toBeVisible()
    await expect(page.getByText(address)).toHaveCount(0)
    await checkScreen(page, 'calendar')

    await section.getByRole('button', { name: 'End it' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
    await expect(section.getByRole('button', { name: 'Make an address' })).toBeVisible()
    await expect(section).toBeFocused()
    expect((await read()).status).toBe(404)
  },
)
