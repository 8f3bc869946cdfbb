import { readdirSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { openHouse } from '../installation/house.ts'
import { openInbox, startInbox } from '../installation/inbox.ts'
import { NO_TEXTS } from '../installation/shared-installation.ts'
import { abandonPlace, choosePlace, startBidwell } from '../installation/start-bidwell.ts'
import { becomeAdministrator } from '../people/administrator.ts'
import { askForProof } from '../people/ask-for-proof.ts'
import { Preparation } from '../people/prepare.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { photograph } from '../screens/photograph.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect, SIZES } from '../story.ts'

const OPERATOR = 'operator@example.com'
const METRICS_TOKEN = 'm'.repeat(32)

/** No bid of this story is due; an engine that has stopped releases none. */
const NOT_STOPPED = [
  {
    id: 7,
    auction_id: '500000001',
    title: 'Brass lamp with a shade of green glass',
    because: 'locked_in',
    message: 'It is locked in.',
  },
  { id: 9, auction_id: '500000002', title: 'Box of buttons', because: 'not_confirmed', message: 'It may be sent.' },
]

/** An installation of its own, with a mail server, and a page on which its administrator is signed in. */
async function startAdministered(browser: Browser, settings: Record<string, string> = {}) {
  await using stack = new AsyncDisposableStack()
  const place = await choosePlace()
  stack.defer(() => abandonPlace(place))
  const mails = join(place.data, 'mails')
  await mkdir(mails)
  const mailServer = stack.use(await startInbox(mails))
  const bidwell = stack.use(
    await startBidwell(place, {
      PUBLIC_URL: `http://127.0.0.1:${place.port}`,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Bidwell <bidwell@example.com>',
      ADMIN_EMAILS: OPERATOR,
      METRICS_TOKEN,
      PLAN_MODE: 'self-hosted',
      ...settings,
    }),
  )
  const inbox = openInbox(mails)
  const house = openHouse(bidwell.houseUrl)
  const page = stack.use(await browser.newPage({ baseURL: bidwell.url, viewport: SIZES[1] }))
  await becomeAdministrator(page, OPERATOR, { bidwell, house, inbox })
  await page.goto('/admin')
  await expect(page.getByText('All is well')).toBeVisible()
  const owned = stack.move()
  return {
    bidwell,
    house,
    inbox,
    mails,
    mailServer,
    page,
    troubles: page.getByRole('list', { name: 'Troubles' }),
    async metrics() {
      const answer = await fetch(`${bidwell.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
      return answer.text()
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

test(
  'The administrator sees that the engine is silent, pauses bidding for all and resumes it, and finds both in the log',
  TAG,
  async ({ browser }) => {
    await using it = await startAdministered(browser)
    const { page, bidwell, inbox, troubles } = it
    await checkScreen(page, 'admin-overview')

    const engine = enginesBelow(bidwell.supervisor.pid!)
    expect(engine).toHaveLength(1)
    process.kill(engine[0]!, 'SIGSTOP')
    await expect(troubles).toContainText('No engine can send bids')
    await expect(troubles).toContainText('1 engine is silent')
    await expect.poll(() => it.metrics()).toContain('bidwell_trouble{kind="no_engine"} 1')
    await checkScreen(page, 'admin-overview-troubled')
    expect(await inbox.linkTo(OPERATOR, /no engine can send bids/i)).toContain('/admin')

    await page.getByRole('button', { name: 'Pause all bids' }).click()
    const dialog = page.getByRole('dialog', { name: "Pause everybody's bids?" })
    await expect(dialog).toContainText('0 bids are due within the next hour; none of them is locked in.')
    await dialog.getByLabel('Reason').fill('The engine is away')
    await checkScreen(page, 'admin-pause')
    await askForProof(page, '/admin/pause')
    await dialog.getByRole('button', { name: 'Pause all bids' }).click()
    await page.getByRole('dialog', { name: 'Is it you?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.route('**/api/admin/pause', async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      const answer = await (await route.fetch()).json()
      return route.fulfill({ json: { ...answer, data: { not_stopped: NOT_STOPPED } } })
    })
    await dialog.getByRole('button', { name: 'Pause all bids' }).click()
    const left = page.getByRole('dialog', { name: "Everybody's bids are paused" })
    await expect(left.getByRole('list', { name: 'Not stopped' }).getByRole('listitem')).toHaveText([
      'Bid 7 on 500000001 (Brass lamp with a shade of green glass): locked in before',
      'Bid 9 on 500000002 (Box of buttons): held by an engine that has not answered yet',
    ])
    await checkScreen(page, 'admin-pause-not-stopped')
    await page.keyboard.press('Escape')
    await page.unroute('**/api/admin/pause')
    await expect(page.getByText('Every user reads: The engine is away')).toBeVisible()

    // The supervisor starts another one.
    process.kill(engine[0]!, 'SIGKILL')
    await expect(page.getByText('All is well')).toBeVisible()
    await page.getByRole('button', { name: 'Resume bidding' }).click()
    await page.getByLabel('Reason').fill('It runs again')
    await page.getByRole('dialog').getByRole('button', { name: 'Resume bidding' }).click()
    await expect(page.getByText('Bidding is not paused.')).toBeVisible()

    await page.getByRole('link', { name: 'Log' }).click()
    const actions = page.getByRole('list', { name: 'Actions' }).getByRole('listitem')
    await expect(actions.nth(0)).toContainText('Resumed bidding: all accountsIt runs again')
    await expect(actions.nth(1)).toContainText('Paused bidding: all accountsThe engine is away')
  },
)

test(
  'The overview waits for its figures, says when they fail, and counts the messages that wait',
  TAG,
  async ({ browser }) => {
    await using it = await startAdministered(browser, NO_TEXTS)
    const { page } = it
    await page.setViewportSize(SIZES[0])
    const bidder = new Preparation(it.bidwell.url, it.house)
    await bidder.account()
    // The text message service of this installation cannot be reached, which all of its users are told.
    await bidder.call('POST', '/alerts/destinations/sms', { phone_number: '(503) 555-0142' })

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
    // The page also looks again by itself, every few seconds.
    const asked = page.waitForRequest('**/api/admin')
    await page.getByRole('button', { name: 'Try again' }).click()
    await asked
    await page.unroute('**/api/admin')

    const texts = page.getByRole('row', { name: 'Text messages' })
    await expect(texts.getByRole('cell').first()).not.toHaveText('0')
  },
)

test('A wrong clock, a mail server that is away and a site that refuses stand on the page, in the metrics and among the alerts', async ({
  browser,
}) => {
  await using it = await startAdministered(browser)
  const { page, house, troubles } = it
  const bidder = new Preparation(it.bidwell.url, house)
  const { email } = await bidder.account()
  await bidder.verified(await it.inbox.linkTo(email, /verify/i))
  await bidder.siteLogin()
  const watched = [
    await house.list({ title: 'Lamp', endsInSeconds: 900 }),
    await house.list({ title: 'Vase', endsInSeconds: 900 }),
  ]
  await page.goto('/notifications')
  const isShown = async (kind: string, title: string) => {
    await expect(page.getByText(title).first()).toBeVisible({ timeout: 150_000 })
    await expect.poll(() => it.metrics()).toContain(`bidwell_trouble{kind="${kind}"} 1`)
  }

  await it.mailServer[Symbol.asyncDispose]()
  await new Preparation(it.bidwell.url, house).account() // whose verification waits now
  await house.setClockAhead(20_000)
  await bidder.bid(await house.list({ title: 'Clock', endsInSeconds: 60 }), { max: 20, seconds: 5 })
  await isShown('channel_down', 'Nothing goes out by email')
  await isShown('clock_off', 'A clock is wrong')

  await page.goto('/admin')
  for (const title of ['Nothing goes out by email', 'A clock is wrong']) await expect(troubles).toContainText(title)

  // Mails that have failed for a while are tried again in minutes: the next trouble's goes out at once.
  await using _mailServer = await startInbox(it.mails, it.mailServer.url)
  await house.fail({ kind: 'status', status: 503 })
  for (const { url } of watched) await bidder.send('POST', '/scrape-auction', { url })
  await page.goto('/notifications')
  await isShown('site_failing', 'The auction site fails')
  await page.goto('/admin')
  await expect(troubles).toContainText('The auction site fails')
  expect(await it.inbox.linkTo(OPERATOR, /the auction site fails/i)).toContain('/admin')
})

const enginesBelow = (supervisor: number) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [command, status] = ['cmdline', 'status'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'))
        return status?.includes(`PPid:\t${supervisor}\n`) === true && command?.startsWith('bidwell engine') === true
      } catch {
        return false // it has ended meanwhile
      }
    })
