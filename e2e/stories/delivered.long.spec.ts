import { checkAccessibility } from '../pages/check-accessibility.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { photograph } from '../screens/photograph.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'

test(
  'A bid that is set by its delivered price says what the sum consists of, follows its costs, and closes the sum once paid',
  TAG,
  async ({ page, house, bidder }) => {
    await bidder.startConnected()
    const lamp = await bidder.track({ title: 'Brass lamp', endsInSeconds: 3_700 })
    await page.goto('/dashboard')
    await lamp.card.getByRole('link').first().click()
    const detail = page.getByRole('complementary').or(page.getByRole('dialog')).first()
    const form = detail.locator('form[name=bid]')

    // A delivered price needs a ZIP code.
    const setDelivered = form.getByRole('button', { name: 'Set by delivered price' })
    await form.getByLabel('Your max').fill('42')
    await expect(setDelivered).toHaveCount(0)
    await form.getByRole('button', { name: 'Add your ZIP for shipping' }).click()
    await page.getByLabel('ZIP code').fill('97201')
    await page.getByRole('dialog', { name: 'Where items are sent' }).getByRole('button', { name: 'Save' }).click()
    await setDelivered.click()
    await form.getByLabel('Delivered price').fill('42')
    const sum = form.getByRole('status').first()
    await form.getByLabel('I collect it', { exact: true }).check()
    await expect(sum).toHaveText('Bid up to $39.00 + handling $3.00 = $42.00. You collect it. Sales tax not included.')
    await form.getByLabel('The seller asks no handling when I collect it').check()
    await expect(sum).toHaveText('Bid up to $42.00. You collect it. Sales tax not included.')
    await checkAccessibility(page, (theme) => photograph(page, `delivered-collected-${theme}`))
    await form.getByLabel('I collect it', { exact: true }).uncheck()
    await expect(form.getByLabel('Allowance for shipping and handling')).toHaveCount(0)
    await expect(form.getByRole('status').first()).toHaveText(
      /^Bid up to \$\d+\.\d\d \+ shipping \$\d+\.\d\d \(quote for 97201, under 1 h old\) \+ handling \$3\.00 = \$42\.00\. Sales tax not included\.$/,
    )
    await form.getByRole('button', { name: /^Bid up to .* delivered, at / }).click()
    await expect(form.getByRole('button', { name: 'Cancel bid' })).toBeVisible()
    await expect(page.getByText('If all win: $42.00').first()).toBeVisible()
    await checkScreen(page, 'delivered-form')

    // A dearer delivery lowers the bid at once; a cheaper one only offers to raise it.
    await page.goto('/settings?tab=bidding')
    const costs = page.locator('form[name=delivered]')
    await costs.getByLabel('Sales tax, %').fill('31')
    await costs.getByRole('button', { name: 'Save' }).click()
    await expect(costs.getByLabel('Sales tax, %')).toHaveAccessibleDescription(/A tax rate is a percentage/)
    await costs.getByLabel('Sales tax, %').fill('8.25')
    await costs.getByText('What is taxed, and a margin').click()
    await costs.getByLabel('Margin on quotes, %').fill('20')
    await costs.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await checkScreen(page, 'delivered-settings')
    await page.goto('/notifications')
    await expect(page.getByText(/Bid lowered to \$\d+\.\d\d/).first()).toBeVisible()
    await page.goto('/settings?tab=bidding')
    await costs.getByText('What is taxed, and a margin').click()
    await costs.getByLabel('Margin on quotes, %').fill('')
    await costs.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await page.goto('/dashboard')
    await lamp.card.getByRole('link').first().click()
    await expect(form.getByText(/By now it costs \$\d\.\d\d less than your delivered price\./)).toBeVisible()
    await checkScreen(page, 'delivered-raise')
    await form.getByRole('button', { name: /^Raise the bid to \$\d+\.\d\d$/ }).click()
    await expect(form.getByText(/By now it costs/)).toHaveCount(0)

    // The sum of a won bid.
    const jug = await bidder.track({ title: 'A jug, delivered', endsInSeconds: 90 })
    await page.goto('/dashboard')
    await jug.card.getByRole('link').first().click()
    await expect(detail).toContainText('A jug, delivered')
    await setDelivered.click()
    await form.getByLabel('Delivered price').fill('45')
    await form.getByRole('button', { name: /^Bid up to .* delivered, at / }).click()
    await expect(form.getByRole('button', { name: 'Cancel bid' })).toBeVisible()
    await expect(jug.card).toContainText(/To pay by \w{3}/, { timeout: 150_000 })
    await house.pay(jug, '794600000013')
    await page.goto('/to-pay')
    await page.getByRole('button', { name: 'Check again now' }).click()
    const shipped = page.getByRole('region', { name: 'Shipped' })
    await expect(shipped).toContainText(/We said \$\d+\.\d\d, you paid \$\d+\.\d\d\./)
    await checkScreen(page, 'delivered-paid')
    await shipped.getByRole('link', { name: 'A jug, delivered' }).click()
    await expect(page.getByRole('region', { name: 'Payment' })).toContainText(
      /We said \$\d+\.\d\d, you paid \$\d+\.\d\d\./,
    )
    await checkScreen(page, 'delivered-receipt')
  },
)
