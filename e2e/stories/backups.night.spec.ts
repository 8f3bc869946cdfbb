import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openHouse } from '../installation/house.ts'
import { openInbox, startInbox } from '../installation/inbox.ts'
import { abandonPlace, choosePlace, startBidwell } from '../installation/start-bidwell.ts'
import { becomeAdministrator } from '../people/administrator.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect, SIZES } from '../story.ts'

const OPERATOR = 'operator@example.com'
const ROOT = new URL('../..', import.meta.url).pathname

test(
  'The administrator sees where the copies are: none at first, then one that is verified',
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
      })
      /** Makes a backup as the operator does beside the running installation. */
      const backUp = () =>
        promisify(execFile)(process.execPath, ['server/src/main.ts', 'backup'], {
          cwd: ROOT,
          env: { ...process.env, BIDWELL_DATA: place.data },
        })
      await using page = await browser.newPage({ baseURL: bidwell.url, viewport: SIZES[1] })
      await becomeAdministrator(page, OPERATOR, {
        bidwell,
        house: openHouse(bidwell.houseUrl),
        inbox: openInbox(mails),
      })

      await page.goto('/admin')
      await expect(page.getByText('There is no backup yet.')).toBeVisible()
      await expect(page.getByText('All is well')).toBeVisible()
      await page.getByText('There is no backup yet.').scrollIntoViewIfNeeded()
      await checkScreen(page, 'admin-no-copies')

      await backUp()
      const copies = page.getByRole('table', { name: 'Backups, the latest first' }).getByRole('row')
      await expect(copies).toHaveCount(2)
      await expect(copies.nth(1)).toContainText(/\d (second|minute)s? ago/)
      await expect(copies.nth(1)).toContainText('verified')
      await checkScreen(page, 'admin-copies')
    } finally {
      await abandonPlace(place)
    }
  },
)
