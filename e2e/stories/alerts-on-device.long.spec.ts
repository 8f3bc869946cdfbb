import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { PushPayload } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { startDoor } from '../installation/start-door.ts'
import { holdAnswers } from '../pages/hold-answers.ts'
import { policyViolations } from '../pages/policy-violations.ts'
import {
  clickOn,
  loseSubscription,
  installFaults,
  openPushes,
  pretendPushService,
  replaceSubscription,
  shownBy,
  subscribedAt,
  WATCHED,
} from '../pages/pretend-push.ts'
import { Preparation } from '../people/prepare.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { expect, test as base } from '../story.ts'

const WORKER = '/offline-worker.js'
const STORE = '/api/alerts/destinations/push'
const RECORD = 'alerts_on_this_device'

/** The browser comes through a door, which hears what pages and worker tell the server. */
const test = base.extend<{ door: Awaited<ReturnType<typeof startDoor>> }>({
  door: async ({ bidwell }, provide) => {
    await using door = await startDoor(bidwell.url)
    await provide(door)
  },
  context: async ({ context }, provide) => {
    await pretendPushService(context)
    await provide(context)
  },
  baseURL: async ({ door }, provide) => provide(door.url),
})
test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

const anAlert = (change: Partial<PushPayload> = {}): string => {
  const payload: PushPayload = {
    id: randomUUID(),
    title: 'Seiko 6139: your bid will fail',
    text: 'The site refused your login. Enter it again before 9:40 PM.',
    path: '/settings?tab=credentials',
    tag: 'a42',
    image: null,
    actions: [{ label: 'Connect again', path: '/settings?tab=credentials' }],
    urgent: true,
    ...change,
  }
  return JSON.stringify(payload)
}

/** Keys of a browser's subscription. */
const keys = (n: number) => ({ p256dh: 'B'.repeat(87), auth: String(n).repeat(22) })

const card = (page: Page) => page.getByRole('main')
const turnOn = (page: Page) => card(page).getByRole('button', { name: 'Alerts on this device' })
const ownPlace = (page: Page) => card(page).getByRole('listitem').filter({ hasText: 'This device' })
const recordOn = (page: Page) => page.evaluate((key) => localStorage.getItem(key), RECORD)
const openAlertSettings = (page: Page) => page.goto('/settings?tab=notifications')

test('A device gets alerts once its user turns them on; each page renews them, and they end with the sign-out', async ({
  page,
  door,
  bidder,
}) => {
  const violations = policyViolations(page)
  await bidder.start()
  await openAlertSettings(page)
  await expect(turnOn(page)).toBeVisible()
  expect(await subscribedAt(page)).toBe(null)
  await turnOn(page).click()
  await expect(ownPlace(page)).toBeVisible()
  await checkScreen(page, 'alerts-on-device')
  const first = await subscribedAt(page)
  expect(door.heard(STORE)).toMatchObject([{ endpoint: first }])

  // A page of the same day stores nothing again; one of the next day does, also a subscription that the browser has lost.
  await page.reload()
  await expect(ownPlace(page)).toBeVisible()
  await page.evaluate((key) => {
    const record = JSON.parse(localStorage.getItem(key) ?? '')
    localStorage.setItem(key, JSON.stringify({ ...record, storedAt: record.storedAt - 86_400_000 }))
  }, RECORD)
  await page.reload()
  await expect.poll(() => door.heard(STORE)).toHaveLength(2)
  await loseSubscription(page)
  await page.reload()
  await expect.poll(() => door.heard(STORE)).toHaveLength(3)
  expect(await subscribedAt(page)).not.toBe(first)

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/')
  await expect.poll(() => subscribedAt(page)).toBe(null)
  expect(await recordOn(page)).toBe(null)
  expect(violations).toEqual([])
})

test("Another user who signs in on a device gets none of the first one's alerts, and ends them there", async ({
  page,
  door,
  house,
  bidwell,
  bidder,
}) => {
  await bidder.start()
  await openAlertSettings(page)
  await turnOn(page).click()
  await expect(ownPlace(page)).toBeVisible()
  // The first user's session ends without a sign-out.
  await page.evaluate(() => localStorage.removeItem('auth_token'))
  await page.goto('/help')
  expect(await subscribedAt(page)).not.toBe(null)

  const { token } = await new Preparation(bidwell.url, house).account()
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token)
  await openAlertSettings(page)
  await expect(turnOn(page)).toBeVisible()
  await expect.poll(() => subscribedAt(page)).toBe(null)
  expect(await recordOn(page)).toBe(null)
  expect(door.heard(STORE)).toHaveLength(1)
})

test('A device is among the places, and removing it there ends its alerts', async ({ page, bidder }) => {
  await bidder.start()
  await openAlertSettings(page)
  await turnOn(page).click()
  const place = ownPlace(page)
  await expect(place).toContainText('fcm.googleapis.com')
  await place.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(place).toBeHidden()
  await expect(turnOn(page)).toBeVisible()
  expect(await subscribedAt(page)).toBe(null)
  const { data } = await bidder.prepare.call<{ data: { destinations: object[] } }>('GET', '/alerts/destinations')
  expect(data.destinations).toEqual([])
})

test('A page that opens while another one turns alerts on does not end them', async ({
  page,
  context,
  door,
  bidder,
}) => {
  await bidder.start()
  await openAlertSettings(page)
  const stored = await holdAnswers(page, 'POST', new RegExp(`${STORE}$`))
  await turnOn(page).click()
  await expect.poll(() => stored.calls()).toBe(1)
  const other = await context.newPage()
  await other.goto('/help')
  // It would take the subscription for one that nobody wants, and waits for its turn.
  await expect.poll(() => other.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1)
  await stored.release()
  await expect(ownPlace(page)).toBeVisible()
  await page.reload()
  await expect(ownPlace(page)).toBeVisible()
  expect(door.heard(STORE)).toHaveLength(1)
})

test('A device whose user forbids notifications says how to allow them', async ({ page, bidder }) => {
  await bidder.start()
  await page.evaluate(() => localStorage.setItem('pretended_permission', 'denied'))
  await openAlertSettings(page)
  await expect(card(page)).toContainText("This browser blocks Bidwell's notifications.")
  await expect(turnOn(page)).toBeHidden()
})

test('The worker shows each push, reports it, and opens its page; a copy of an alert does not ring again', async ({
  page,
  context,
  door,
  bidder,
}) => {
  const built = await (await fetch(door.url + WORKER)).text()
  door.replace(WORKER, WATCHED + built)
  await bidder.start()
  await page.goto('/notifications')
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active)
  const push = await openPushes(page)
  expect(await installFaults(page)).toEqual([])

  const alert = anAlert()
  await push(alert)
  await expect.poll(() => door.heard('/api/alerts/shown')).toEqual([{ id: JSON.parse(alert).id }])
  const urgent = {
    title: 'Seiko 6139: your bid will fail',
    body: 'The site refused your login. Enter it again before 9:40 PM.',
    tag: 'a42',
    requireInteraction: true,
    renotify: true,
    actions: ['Connect again'],
  }
  expect(await shownBy(worker)).toEqual([urgent])
  await push(alert)
  await expect.poll(() => shownBy(worker)).toEqual([{ ...urgent, renotify: false }])
  await push(anAlert({ title: 'Seiko 6139: won', tag: 'a42', urgent: false }))
  await expect.poll(() => shownBy(worker)).toMatchObject([{ title: 'Seiko 6139: won', requireInteraction: false }])

  await push('no alert')
  await push(JSON.stringify({ title: 'half of one' }))
  await expect.poll(() => shownBy(worker)).toMatchObject([{ title: 'Bidwell' }, { title: 'Seiko 6139: won' }])
  await expect.poll(() => door.heard('/api/alerts/shown')).toHaveLength(3)

  expect(await clickOn(worker, { tag: 'unreadable' })).toEqual(['focus /notifications'])
  expect(await clickOn(worker, { tag: 'a42', action: '0' })).toEqual(['open /settings?tab=credentials'])
  expect(await shownBy(worker)).toEqual([])
  await push(anAlert({ tag: 'evil', path: 'https://evil.example/steal', actions: [] }))
  await expect.poll(() => shownBy(worker)).toHaveLength(1)
  expect(await clickOn(worker, { tag: 'evil' })).toEqual(['open /'])

  const former = { endpoint: 'https://fcm.googleapis.com/1', expirationTime: null, keys: keys(1) }
  const next = { endpoint: 'https://fcm.googleapis.com/2', expirationTime: null, keys: keys(2) }
  await replaceSubscription(worker, former, next)
  await expect
    .poll(() => door.heard(`${STORE}/replacement`)[0])
    .toEqual({
      endpoint: next.endpoint,
      keys: next.keys,
      former: { endpoint: former.endpoint, auth: former.keys.auth },
    })
})

test('The file that removes the worker ends the subscription, and pages do not subscribe again', async ({
  page,
  door,
  bidder,
}) => {
  await bidder.start()
  await openAlertSettings(page)
  await turnOn(page).click()
  await expect(ownPlace(page)).toBeVisible()

  const subscribed = `PushManager.prototype.getSubscription = async () => ({
    unsubscribe: () => fetch('/api/unsubscribed', { method: 'POST', body: '{}' }),
  })\n`
  door.replace(WORKER, subscribed + (await readFile('web/offline/remove-worker.js', 'utf8')))
  await page.reload()
  await expect.poll(() => door.heard('/api/unsubscribed').length).toBeGreaterThan(0)
  await loseSubscription(page)
  await page.reload()
  await turnOn(page).click()
  await expect(page.getByText('This page cannot show alerts now.')).toBeVisible()
  expect(await subscribedAt(page)).toBe(null)
  expect(door.heard(STORE)).toHaveLength(1)
})
