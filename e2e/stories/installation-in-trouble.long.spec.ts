import { readdirSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openHouse } from '../installation/house.ts'
import { openInbox, startInbox } from '../installation/inbox.ts'
import { abandonPlace, choosePlace, startBidwell } from '../installation/start-bidwell.ts'
import { becomeAdministrator } from '../people/administrator.ts'
import { askForProof } from '../people/ask-for-proof.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect, SIZES } from '../story.ts'

const OPERATOR = 'operator@example.com'
const METRICS_TOKEN = 'm'.repeat(32)

test.describe.configure({ timeout: 300_000 })

test(
  'The administrator sees that the engine is silent, pauses bidding for all and resumes it, and finds both in the log',
  TAG,
  async ({ browser }) => {
    const place = await choosePlace()
    try {
      const mails = join(place.data, 'mails')
      await mkdir(mails)
      await using mailServer = await startInbox(mails)
      await using bidwell = await startBidwell(place, {
        PUBLIC_URL: `http://127.0.0.1:${place.port}`,
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'Bidwell <bidwell@example.com>',
        ADMIN_EMAILS: OPERATOR,
        METRICS_TOKEN,
      })
      const inbox = openInbox(mails)
      const metrics = async () => {
        const answer = await fetch(`${bidwell.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
        return answer.text()
      }
      await using page = await browser.newPage({ baseURL: bidwell.url, viewport: SIZES[1] })
      await becomeAdministrator(page, OPERATOR, { bidwell, house: openHouse(bidwell.houseUrl), inbox })

      await page.goto('/admin')
      await expect(page.getByText('All is well')).toBeVisible({ timeout: 30_000 })
      await checkScreen(page, 'admin-overview')

      const engine = enginesBelow(bidwell.supervisor.pid!)
      expect(engine).toHaveLength(1)
      process.kill(engine[0]!, 'SIGSTOP')
      const troubles = page.getByRole('list', { name: 'Troubles' })
      await expect(troubles).toContainText('No engine can send bids', { timeout: 60_000 })
      await expect(troubles).toContainText('1 engine is silent')
      expect(await metrics()).toContain('bidwell_trouble{kind="no_engine"} 1')
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
      await dialog.getByRole('button', { name: 'Pause all bids' }).click()
      await expect(page.getByText('Every user reads: The engine is away')).toBeVisible()

      // The supervisor starts another one.
      process.kill(engine[0]!, 'SIGKILL')
      await expect(page.getByText('All is well')).toBeVisible({ timeout: 60_000 })
      await page.getByRole('button', { name: 'Resume bidding' }).click()
      await page.getByLabel('Reason').fill('It runs again')
      await page.getByRole('dialog').getByRole('button', { name: 'Resume bidding' }).click()
      await expect(page.getByText('Bidding is not paused.')).toBeVisible()

      await page.getByRole('link', { name: 'Log' }).click()
      const actions = page.getByRole('list', { name: 'Actions' }).getByRole('listitem')
      await expect(actions.nth(0)).toContainText('Resumed bidding: all accountsIt runs again')
      await expect(actions.nth(1)).toContainText('Paused bidding: all accountsThe engine is away')
    } finally {
      await abandonPlace(place)
    }
  },
)

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
