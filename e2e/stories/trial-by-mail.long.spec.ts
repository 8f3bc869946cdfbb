import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { messages } from '@bidwell/contract'
import type { Page } from '@playwright/test'
import { type Inbox, openInbox, startInbox } from '../installation/inbox.ts'
import { abandonPlace, choosePlace, type Installation, startBidwell } from '../installation/start-bidwell.ts'
import { raisePriority } from '../measurements/raise-priority.ts'
import { expect, test as base } from '../story.ts'

/** An installation with plans that sends mail, and so asks for a verified address. */
const test = base.extend<object, { bidwell: Installation; inbox: Inbox }>({
  bidwell: [
    async ({}, provide) => {
      const place = await choosePlace()
      {
        const mails = join(place.data, 'mails')
        await mkdir(mails)
        await using mailServer = await startInbox(mails)
        await using bidwell = await startBidwell(place, {
          PUBLIC_URL: `http://127.0.0.1:${place.port}`,
          SMTP_URL: mailServer.url,
          MAIL_FROM: 'Bidwell <bidwell@example.com>',
        })
        raisePriority(bidwell.supervisor)
        await provide(bidwell)
      }
      await abandonPlace(place)
    },
    { scope: 'worker' },
  ],
  inbox: [async ({ bidwell }, provide) => provide(openInbox(join(bidwell.data, 'mails'))), { scope: 'worker' }],
})

/** Confirms the address in another tab, by the link of the mail. */
async function verifyInOtherTab(page: Page, inbox: Inbox, email: string) {
  const opened = await page.context().newPage()
  await opened.goto(await inbox.linkTo(email, /verify/i))
  await opened.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Your email address is verified')
}

test('The trial that a visitor asks for begins when the address is verified', async ({ page, bidder, inbox }) => {
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Start Your Free 5-Day Trial' }).click()
  await expect(page.getByRole('dialog').getByText(messages.plan.trialWithAddress)).toBeVisible()
  await bidder.fillRegistration()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  await expect(page.getByRole('status').filter({ hasText: messages.plan.trialWithAddress })).toBeVisible()

  const started = page.getByText(/^Your free trial has started. It runs until /).waitFor()
  await verifyInOtherTab(page, inbox, bidder.prepare.email)
  await started
  await expect(page.getByText(messages.mailLink.emailNotVerified)).toHaveCount(0)
})

test('The plan that a visitor chooses is paid when the address is verified', async ({ page, bidder, inbox }) => {
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Choose Basic' }).click()
  await expect(page.getByRole('dialog').getByText(messages.plan.checkoutAfterAddress('Basic'))).toBeVisible()
  await bidder.fillRegistration()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  await expect(page.getByText(messages.mailLink.emailNotVerified)).toHaveCount(0)

  await verifyInOtherTab(page, inbox, bidder.prepare.email)
  await expect(page.getByRole('heading', { name: 'Subscribe to Bidwell Basic' })).toBeVisible()
})
