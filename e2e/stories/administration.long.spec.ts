import { OPERATORS } from '../installation/shared-installation.ts'
import { becomeAdministrator } from '../people/administrator.ts'
import { askForProof } from '../people/ask-for-proof.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect, SIZES } from '../story.ts'

const IN_TROUBLE = ['overdue', 'held', 'checking', 'missed'] as const
const troubled = (why: (typeof IN_TROUBLE)[number], at: number) => ({
  id: at + 1,
  account_id: 1,
  auction_id: String(500_000_000 + at),
  title: 'Brass lamp with a long name that goes on over more than one line of a phone',
  why,
  outcome: why === 'missed' ? 'too_late' : null,
  due_at: '2026-11-20T04:59:55.000Z',
  ends_at: '2026-11-20T05:00:00.000Z',
})

test(
  'The administrator finds a user, suspends the account with a reason, lifts the suspension, and reads both in the log',
  TAG,
  async ({ page, bidder, bidwell, house, inbox, browser }) => {
    await page.setViewportSize(SIZES[0])
    const { email } = await bidder.prepare.account()
    const { password } = bidder.prepare
    await becomeAdministrator(page, OPERATORS.users, { bidwell, house, inbox })
    await page.goto('/dashboard')
    await page.getByRole('button', { name: `Account of ${OPERATORS.users}` }).click()
    await expect(page.getByRole('menuitem', { name: 'Administration' })).toBeVisible()

    await page.goto('/admin/users')
    await checkScreen(page, 'admin-users')
    await page.getByLabel('Find a user').fill(email.slice(0, 20))
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('link', { name: email }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(email)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

    await page.getByRole('button', { name: 'Suspend this account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Suspend this account?' })
    await dialog.getByLabel('Reason').fill('Bids that are not paid')
    await checkScreen(page, 'admin-suspend')
    await askForProof(page, `/admin/users/${id}/suspend`)
    await dialog.getByRole('button', { name: 'Suspend this account' }).click()
    await expect(page.getByRole('dialog', { name: 'Is it you?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByRole('button', { name: 'Suspend this account' }).click()
    await expect(page.getByText('Bids that are not paid')).toBeVisible()
    await checkScreen(page, 'admin-user')

    const theirs = await browser.newPage({ baseURL: bidwell.url })
    await theirs.goto('/?auth=login')
    await theirs.getByLabel('Email').fill(email)
    await theirs.getByLabel('Password', { exact: true }).fill(password)
    await theirs.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(
      theirs.getByRole('dialog').getByText('has suspended this account: Bids that are not paid'),
    ).toBeVisible()
    await theirs.close()

    await page.getByRole('button', { name: 'Lift the suspension' }).click()
    await page.getByLabel('Reason').fill('They have paid')
    await page.getByRole('dialog').getByRole('button', { name: 'Lift the suspension' }).click()
    await expect(page.getByRole('button', { name: 'Suspend this account' })).toBeVisible()

    await page.getByRole('link', { name: 'Log' }).click()
    const actions = page.getByRole('list', { name: 'Actions' }).getByRole('listitem')
    await expect(actions.filter({ hasText: `Lifted a suspension: account ${id}They have paid` })).toHaveCount(1)
    await expect(actions.filter({ hasText: `Suspended an account: account ${id}Bids that are not paid` })).toHaveCount(
      1,
    )
    await checkScreen(page, 'admin-log')

    // The bids are those of all stories.
    await page.route('**/api/admin/bids', (route) => route.fulfill({ json: { success: true, data: { bids: [] } } }))
    await page.getByRole('link', { name: 'Bids', exact: true }).click()
    await expect(page.getByText('No bid is in trouble')).toBeVisible()
    await page.route('**/api/admin/bids', (route) =>
      route.fulfill({ json: { success: true, data: { bids: IN_TROUBLE.map((why, at) => troubled(why, at)) } } }),
    )
    await page.reload()
    await expect(page.getByRole('list', { name: 'Bids in trouble' }).getByRole('listitem')).toHaveCount(4)
    await checkScreen(page, 'admin-bids')

    await page.getByRole('link', { name: 'Trends' }).click()
    await expect(page.getByRole('figure', { name: 'Registrations' })).toBeVisible()
    await expect(page.getByText('Accounts with a verified address')).toBeVisible()
    await checkScreen(page, 'admin-trends')
  },
)
