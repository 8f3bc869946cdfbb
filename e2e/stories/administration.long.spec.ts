import { OPERATORS } from '../installation/shared-installation.ts'
import { becomeAdministrator } from '../people/administrator.ts'
import { askForProof } from '../people/ask-for-proof.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { photograph } from '../screens/photograph.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect, SIZES } from '../story.ts'

test.describe.configure({ timeout: 240_000 })

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

/** Reads of two days, of which two hours of an evening used most. */
const readUse = () => ({
  reads_per_hour: 3_600,
  hours: Array.from({ length: 48 }, (_, n) => {
    const isPeak = n === 40 || n === 41
    return {
      begins_at: new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - (47 - n) * 3_600_000).toISOString(),
      people: isPeak ? 800 : 90 + 10 * (n % 7),
      schedule: isPeak ? 2_300 : 500 + 60 * (n % 11),
      bids: isPeak ? 200 + n : 20,
      paused_ms: n === 41 ? 95_000 : 0,
    }
  }),
})

const job = (id: number, state: string, task: string) => ({
  id,
  task,
  state,
  attempts: state === 'failed' ? 25 : 1,
  max_attempts: 25,
  run_at: '2026-11-20T05:00:00.000Z',
  queued_at: '2026-11-20T04:59:55.000Z',
  last_error: state === 'failed' ? 'SiteError: the site answered 503 and said nothing that a program could read' : null,
})
/** No job of an installation that works has failed for good. */
const failedJobs = {
  jobs: [job(12, 'failed', 'verify-connection'), job(11, 'failed', 'verify-connection'), job(7, 'failed', 'clean-up')],
  next_cursor: null,
  tasks: [
    { task: 'clean-up', waiting: 0, later: 1, running: 0, failed: 1 },
    { task: 'verify-connection', waiting: 3, later: 0, running: 1, failed: 2 },
  ],
}

test(
  'The administrator follows a count of the overview to a message that failed, tries it again, cancels it, and finds both in the log',
  TAG,
  async ({ page, bidder, bidwell, house, inbox }) => {
    await page.setViewportSize(SIZES[0])
    const { email } = await bidder.prepare.account()
    // The text message service of this installation cannot be reached.
    await bidder.prepare.call('POST', '/alerts/destinations/sms', { phone_number: '(503) 555-0142' })
    await becomeAdministrator(page, OPERATORS.queues, { bidwell, house, inbox })

    const overview = Promise.withResolvers<void>()
    await page.route('**/api/admin', async (route) => {
      await overview.promise
      await route.fulfill({ status: 503, json: { success: false, code: 'unavailable', message: 'The server is busy' } })
    })
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
    await expect(page.locator('[data-loading]')).toBeVisible()
    await photograph(page, 'admin-overview-loading')
    overview.resolve()
    await expect(page.getByRole('alert')).toContainText('If this stays, the database does not answer.')
    await checkScreen(page, 'admin-overview-failing')
    await page.unroute('**/api/admin')
    await page.getByRole('button', { name: 'Try again' }).click()

    const texts = page.getByRole('row', { name: 'Text messages' })
    await expect(texts.getByRole('link').first()).not.toHaveText('0')
    await texts.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queues')
    await expect(page.getByLabel('By')).toHaveValue('sms')
    const item = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: email })
    await expect(item).toContainText('Tried in vain')
    await expect(item).toContainText('ECONNREFUSED')
    await checkScreen(page, 'admin-queues')

    await item.getByRole('button', { name: 'Try now' }).click()
    const retry = page.getByRole('dialog', { name: 'Try this message again now?' })
    await retry.getByLabel('Reason').fill('The service is back')
    await checkScreen(page, 'admin-queues-retry')
    await askForProof(page, '/admin/queues/messages/*/retry')
    await retry.getByRole('button', { name: 'Try it now' }).click()
    await expect(page.getByRole('dialog', { name: 'Is it you?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await retry.getByRole('button', { name: 'Try it now' }).click()
    await expect(retry).toBeHidden()

    await item.getByRole('button', { name: 'Cancel' }).click()
    const cancel = page.getByRole('dialog', { name: 'Cancel this message?' })
    await cancel.getByLabel('Reason').fill('They asked by mail')
    // A process may be trying it at this moment.
    await expect(async () => {
      await cancel.getByRole('button', { name: 'Cancel the message' }).click()
      await expect(cancel).toBeHidden({ timeout: 2_000 })
    }).toPass()
    await expect(item).toHaveCount(0)
    await page.getByLabel('State').selectOption({ label: 'Not wanted, or cancelled' })
    await expect(item).toContainText('the operator cancelled it: They asked by mail')
    await checkScreen(page, 'admin-queues-cancelled')

    await page.route('**/api/admin/queues/jobs?**', (route) =>
      route.fulfill({ json: { success: true, data: failedJobs } }),
    )
    await page.getByRole('tab', { name: 'Background jobs' }).click()
    await expect(page.getByRole('list', { name: 'Jobs', exact: true }).getByRole('listitem')).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Run again: verify connection (2)' })).toBeVisible()
    await checkScreen(page, 'admin-queues-jobs')
    await page.unroute('**/api/admin/queues/jobs?**')
    await page.reload()
    await expect(page.getByText('No job has failed for good.')).toBeVisible()

    await page.getByRole('link', { name: 'Log' }).click()
    const actions = page.getByRole('list', { name: 'Actions' }).getByRole('listitem')
    await expect(actions.filter({ hasText: 'They asked by mail' })).toContainText('Cancelled a message: sms message')
    await expect(actions.filter({ hasText: 'The service is back' })).toContainText('Had a message tried again')
  },
)

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

    await page.getByRole('link', { name: 'Bids', exact: true }).click()
    await expect(page.getByText('No bid is in trouble')).toBeVisible()
    await page.route('**/api/admin/bids?of=trouble', (route) =>
      route.fulfill({ json: { success: true, data: { bids: IN_TROUBLE.map((why, at) => troubled(why, at)) } } }),
    )
    await page.reload()
    await expect(page.getByRole('list', { name: 'Bids: In trouble' }).getByRole('listitem')).toHaveCount(4)
    await checkScreen(page, 'admin-bids')
    await page.getByLabel('Show').selectOption({ label: 'Being checked' })
    await expect(page.getByText('No bid is being checked.')).toBeVisible()

    await page.route('**/api/admin/reads', (route) => route.fulfill({ json: { success: true, data: readUse() } }))
    await page.getByRole('link', { name: 'Trends' }).click()
    await expect(page.getByText(/^Reads 9\d % used on \w+ between /)).toBeVisible()
    await expect(page.getByRole('figure', { name: 'Registrations' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Claims' })).toContainText('10,000+ usersNot supported')
    await checkScreen(page, 'admin-trends')
  },
)
