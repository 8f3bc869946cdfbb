import { abandonPlace, choosePlace, type Bidwell, startBidwell } from '../installation/start-bidwell.ts'
import { raisePriority } from '../measurements/raise-priority.ts'
import { storeToken } from '../pages/stored.ts'
import { Preparation } from '../people/prepare.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { expect, SIZES, test as base } from '../story.ts'

const NOT_FOUND = 'There is no page here'
const OPERATOR = 'operator@example.com'

const textOf = async (url: string) => (await fetch(url)).text()

/** An installation that nobody administers yet, with a page for its mails. */
const test = base.extend<object, { bidwell: Bidwell }>({
  bidwell: [
    async ({}, provide) => {
      const place = await choosePlace()
      {
        await using bidwell = await startBidwell(place, { PLAN_MODE: 'self-hosted', ADMIN_EMAILS: OPERATOR })
        raisePriority(bidwell.supervisor)
        await provide(bidwell)
      }
      await abandonPlace(place)
    },
    { scope: 'worker' },
  ],
})
test.use({ viewport: SIZES[0] })
// The screens are looked at in four windows, which a busy machine makes slow.
test('The first administrator is appointed by the link of the terminal, and goes on to a second factor', async ({
  page,
  bidwell,
  house,
}) => {
  const addressOf = async (label: string) => {
    const pattern = new RegExp(`^  ${label} +(\\S+)`, 'm')
    await expect.poll(bidwell.terminal).toMatch(pattern)
    return pattern.exec(bidwell.terminal())?.[1] ?? ''
  }
  const link = await addressOf('Administrator')
  const stranger = new Preparation(bidwell.url, house)
  const operator = new Preparation(bidwell.url, house, { email: OPERATOR })
  const [strangers, operators] = [await stranger.account(), await operator.account()]

  await page.goto(`${bidwell.url}/admin/appoint`)
  await expect(page.getByRole('heading', { name: NOT_FOUND })).toBeVisible()
  await page.goto(link)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in first' })).toBeVisible()
  await checkScreen(page, 'appoint-signed-out')

  const become = page.getByRole('button', { name: 'Become the administrator' })
  const signInAs = async (token: string) => {
    await storeToken(page, token)
    await page.goto(link)
    await page.reload()
  }
  await signInAs(strangers.token)
  await become.click()
  await expect(page.getByRole('heading', { name: NOT_FOUND })).toBeVisible()

  // Nor before the address is verified.
  await signInAs(operators.token)
  await become.click()
  await expect(page.getByRole('heading', { name: NOT_FOUND })).toBeVisible()
  const mailbox = await addressOf('Mailbox')
  const listed = new RegExp(`href="([^"]+)"><strong>Verify [^<]+</strong><span class="faint">${OPERATOR}`)
  await expect.poll(() => textOf(mailbox)).toMatch(listed)
  const mail = await textOf(new URL(listed.exec(await textOf(mailbox))?.[1] ?? '', mailbox).href)
  await operator.verified(/http[^"\s&<]+\/verify-email\?token=[\w-]+/.exec(mail)?.[0] ?? '')

  await signInAs(operators.token)
  await expect(page.getByText(`You are signed in as ${OPERATOR}.`)).toBeVisible()
  await checkScreen(page, 'appoint')
  await become.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'You administer this installation' })).toBeVisible()
  await checkScreen(page, 'appointed')
  await page.getByRole('link', { name: 'Set up a second factor' }).click()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()

  await page.goto(link)
  await page.reload()
  await become.click()
  await expect(page.getByRole('heading', { name: NOT_FOUND })).toBeVisible()
})
