import { checkScreen } from '../screens/check-screen.ts'
import { answerAuctions, stopTime } from '../screens/fixed-auctions.ts'
import { answerGroups, fixedGroups } from '../screens/fixed-groups.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'

test(
  'The cards of a group, its detail and its sheets are accessible and fit their windows, in both themes',
  TAG,
  async ({ page, bidder, bidwell: { houseUrl } }) => {
    await bidder.startConnected()
    const place = { now: Date.now(), houseUrl }
    const { auctions, group } = fixedGroups(place)
    await answerAuctions(page, place, auctions)
    await answerGroups(page, [group])
    await page.goto('/dashboard')
    const held = bidder.card('Mantel clock, walnut')
    await expect(held).toContainText('Waiting for the result of Mantel clock with key.')
    await expect(held).toContainText('Group: Mantel clocks· held')
    await expect(bidder.card('Mantel clock without hands')).toContainText(
      'Not sent: the result of Mantel clock with key was not known when this closed.',
    )
    await stopTime(page)
    await checkScreen(page, 'group-cards')

    await page.goto('/dashboard?item=2')
    const section = page.getByRole('region', { name: 'Group' })
    await expect(section.getByRole('button', { name: 'I checked: I did not win it' })).toBeVisible()
    await checkScreen(page, 'group-detail')
    await section.getByRole('button', { name: 'Change the group' }).click()
    const sheet = page.getByRole('dialog', { name: 'Mantel clocks' })
    await expect(sheet).toContainText('Win at most 1 of these 5. Most this can cost: $45.00.')
    await expect(sheet.getByRole('listitem').filter({ hasText: 'marble' })).toContainText(
      'Closes 6 s after the auction above. If its result is not known by then, we do not bid on this one.',
    )
    await checkScreen(page, 'group-sheet')
    await sheet.getByRole('button', { name: 'Take out: Mantel clock, brass' }).click()
    await sheet.getByRole('button', { name: 'Delete the group' }).click()
    await expect(sheet.getByRole('button', { name: 'Keep 3 single bids: you could win all, $131.00' })).toBeVisible()
    await checkScreen(page, 'group-leaving')

    await page.goto('/dashboard?filter=no_bid')
    for (const title of ['boxed', 'without its box', 'New York Central', 'Lionel 2354']) {
      const card = bidder.card(title)
      await card.hover()
      await card.getByRole('checkbox').check()
    }
    await checkScreen(page, 'group-selected')
    await page.getByRole('button', { name: 'Make a group' }).click()
    const making = page.getByRole('dialog', { name: 'Make a group' })
    await expect(making).toBeVisible()
    await checkScreen(page, 'group-making-empty')
    await making.getByLabel('Budget').fill('60')
    for (const [n, field] of (await making.getByLabel(/^Your max for/).all()).entries()) {
      await field.fill(String(30 + n))
    }
    await making.getByText('Name and extra wins').click()
    await making.getByLabel('Extra wins').fill('1')
    await expect(making.getByLabel('You may have to pay for 2 auctions, up to $60.00')).not.toBeChecked()
    await checkScreen(page, 'group-making')
  },
)
