import { checkScreen } from '../screens/check-screen.ts'
import { test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'

// The stories of the night look at all screens.
test('Twelve key screens are accessible and fit a phone and a desktop, in both themes', async ({ page, bidder }) => {
  for (const [name, path, shown] of [
    ['home', '/', 'What the operator says'],
    ['help', '/help', 'What is a snipe?'],
    ['sign-in', '/?auth=login', 'Forgot your password?'],
    ['sign-up', '/?auth=register', 'Confirm password'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(shown).first()).toBeVisible()
    await checkScreen(page, name)
  }

  await bidder.startConnected()
  await bidder.bidOn({ title: 'Brass desk lamp', endsInSeconds: 3_600 }, { max: 25, seconds: 7 })
  await bidder.track({ title: 'Oak side table', endsInSeconds: 90_000 })
  await page.goto('/dashboard')
  const detail = page.getByRole('complementary', { name: 'Detail' })
  await expect(detail).toContainText('Checked: ready.')
  await checkScreen(page, 'dashboard')
  await page.getByRole('searchbox').press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await checkScreen(page, 'commands')
  for (const [name, path, shown] of [
    ['history', '/bid-history', 'Bid history'],
    ['notifications', '/notifications', 'Alerts'],
    ['settings-profile', '/settings', 'On this device'],
    ['settings-bidding', '/settings?tab=bidding', 'Pause all bidding'],
    ['settings-login', '/settings?tab=credentials', 'Use another login'],
    ['settings-security', '/settings?tab=security', 'Where you are signed in'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
    await checkScreen(page, name)
  }
})
