import type { Page } from '@playwright/test'
import { abandonPlace, type Bidwell, choosePlace, startBidwell } from '../installation/start-bidwell.ts'
import { isSignedWith, type Receiver, startReceiver } from '../installation/start-receiver.ts'
import { raisePriority } from '../measurements/raise-priority.ts'
import { policyViolations } from '../pages/policy-violations.ts'
import { askForProof } from '../people/ask-for-proof.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { placesInStates } from '../screens/fixed-places.ts'
import { expect, SIZES, test as base } from '../story.ts'

/** A practice installation, which keeps text messages on its mailbox page, and a program for webhooks beside it. */
const test = base.extend<object, { receiver: Receiver; bidwell: Bidwell }>({
  receiver: [
    async ({}, provide) => {
      await using receiver = await startReceiver()
      await provide(receiver)
    },
    { scope: 'worker' },
  ],
  bidwell: [
    async ({ receiver }, provide) => {
      const place = await choosePlace()
      {
        await using bidwell = await startBidwell(place, {
          PLAN_MODE: 'self-hosted',
          ALERT_HOSTS: receiver.host,
        })
        raisePriority(bidwell.supervisor)
        await provide(bidwell)
      }
      await abandonPlace(place)
    },
    { scope: 'worker' },
  ],
})
test.use({ viewport: SIZES[0], permissions: ['clipboard-read', 'clipboard-write'] })
// Each screen is looked at in four windows, which a busy machine makes slow.
test.describe.configure({ mode: 'default' })

const SETTINGS = '/settings?tab=notifications'
const place = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Places' }).getByRole('listitem').filter({ hasText: name })
const toast = (page: Page, text: string) => page.getByText(text)

test('A webhook is added with a secret that is shown once, a test says where it ended, and it is removed', async ({
  page,
  bidder,
  receiver,
}) => {
  const violations = policyViolations(page)
  await bidder.start()
  await page.goto(SETTINGS)
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: 'Add the webhook' })
  await add.click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Give it a name/)
  await dialog.getByLabel('Name').fill('My <i>program</i>')
  await dialog.getByLabel('Address').fill('http://10.0.0.5/hook')
  await add.click()
  await expect(dialog.getByLabel('Address')).toHaveAccessibleDescription(/no addresses of private networks/)
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await dialog.getByLabel('Service').selectOption('ntfy')
  await dialog.getByLabel('Address of the topic').fill('https://ntfy.sh/my-topic')
  await dialog.getByLabel('Access token').fill('../x')
  await add.click()
  await expect(dialog.getByLabel('Access token')).toHaveAccessibleDescription(/That is not a token of ntfy/)
  await checkScreen(page, 'webhook-form')

  await dialog.getByLabel('Service').selectOption('Signed webhook')
  await dialog.getByLabel('Address').fill(`http://${receiver.host}/hooks/of-avery`)
  await askForProof(page, '/alerts/destinations/webhook')
  await add.click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Bidwell password').fill(bidder.prepare.password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('heading')).toHaveText('The secret of My <i>program</i>')
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await toast(page, 'Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await checkScreen(page, 'webhook-secret')
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect(page.getByText(/whsec_/)).toHaveCount(0)

  const row = place(page, 'My <i>program</i>')
  await expect(row).toContainText(`Signed webhook · http://${receiver.host}`)
  await expect(row).toContainText('On')
  await row.getByRole('button', { name: 'Send a test' }).click()
  await expect(row).toContainText('Sent by webhook to My <i>program</i>')
  expect(receiver.received.map((call) => [call.path, isSignedWith(secret, call)])).toEqual([['/hooks/of-avery', true]])

  receiver.answersWith(410)
  await row.getByRole('button', { name: 'Send a test' }).click()
  await expect(row).toContainText('the webhook said “HTTP 410')
  await expect(row).toContainText('It says that it is gone for good. Alerts no longer go there.')
  receiver.answersWith(204)
  await row.getByRole('button', { name: 'Add it again' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('My <i>program</i>')
  await dialog.getByLabel('Address').fill(`http://${receiver.host}/hooks/of-avery`)
  await add.click()
  const next = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
  expect(next).not.toBe(secret)
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  await expect(row).toContainText('On')

  await row.getByRole('link', { name: 'See the log' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Test alert' })).toHaveCount(2)
  await page.goBack()
  await row.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await row.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'My <i>program</i> is removed')).toBeVisible()
  await expect(row).toBeHidden()
  await expect(page.getByRole('region', { name: 'Where alerts go' })).toBeFocused()
  expect(violations).toEqual([])
})

test('A phone number is verified by the code that the mailbox page shows, and gets a test', async ({
  page,
  context,
  bidder,
  bidwell,
}) => {
  await bidder.start()
  await page.goto(SETTINGS)
  await page.getByRole('button', { name: 'Add a phone number' }).click()
  const dialog = page.getByRole('dialog')
  const number = dialog.getByLabel('Phone number')
  await number.fill('212')
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await number.fill('87655501')
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await expect(number).toHaveAccessibleDescription(/valid 10-digit phone number/)
  await checkScreen(page, 'phone-number')
  await number.fill('2125550187')
  await askForProof(page, '/alerts/destinations/sms')
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Bidwell password').fill(bidder.prepare.password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('It was sent to (212) 555-0187 as a text message.')).toBeVisible()

  const code = dialog.getByLabel('Code')
  await expect(code).toBeFocused()
  await code.fill('00000')
  await dialog.getByRole('button', { name: 'Verify the number' }).click()
  await expect(code).toHaveAccessibleDescription(/That code is not right/)
  await checkScreen(page, 'phone-code')
  await dialog.getByRole('button', { name: 'Close' }).click()
  const row = place(page, '(212) 555-0187')
  await expect(row).toContainText('Alerts go there once you have entered the code')
  await expect(row.getByRole('button', { name: 'Send a test' })).toBeHidden()

  const mailbox = await context.newPage()
  await expect.poll(() => bidwell.terminal()).toContain('/dev/mailbox/')
  const mail = mailbox.getByRole('link').filter({ hasText: '+12125550187' })
  await expect(async () => {
    await mailbox.goto(/http:\S+\/dev\/mailbox\/\S+/.exec(bidwell.terminal())?.[0] ?? '')
    await expect(mail).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await mail.click()
  const message = (await mailbox.locator('pre').textContent()) ?? ''
  await row.getByRole('button', { name: 'Enter the code' }).click()
  await code.fill(/code: (\d{6})/.exec(message)?.[1] ?? '')
  await dialog.getByRole('button', { name: 'Verify the number' }).click()
  await expect(toast(page, 'Alerts go to (212) 555-0187 too.')).toBeVisible()
  await expect(row).toContainText('Verified')
  await row.getByRole('button', { name: 'Send a test' }).click()
  await expect(row).toContainText('Sent by text message to (212) 555-0187')
  await mailbox.goBack()
  await mailbox.reload()
  await expect(mail).toHaveCount(2)

  await page.getByRole('button', { name: 'Add a phone number' }).click()
  await number.fill('2125550187')
  await dialog.getByRole('button', { name: 'Send the code' }).click()
  await expect(number).toHaveAccessibleDescription(/This number is verified already/)
})

test('Each state of a place says what to do, in every window', async ({ page, bidder }) => {
  await bidder.start()
  await page.route('**/api/alerts/destinations', (route) =>
    route.fulfill({ json: { success: true, data: placesInStates(Date.now()) } }),
  )
  await page.goto(SETTINGS)
  await expect(place(page, '<b>Kitchen</b> & the longest name')).toContainText('Failing')
  await expect(place(page, 'avery.long.address')).toContainText('Stopped')
  await expect(place(page, 'avery.long.address').getByText('Verified')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add a phone number' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/pricing')
  await checkScreen(page, 'places')
})
