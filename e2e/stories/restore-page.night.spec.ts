import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { messages } from '@bidwell/contract'
import { openHouse } from '../installation/house.ts'
import { abandonPlace, choosePlace, startBidwell } from '../installation/start-bidwell.ts'
import { chooseByHand } from '../pages/choose-by-hand.ts'
import { Bidder } from '../people/bidder.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect, SIZES } from '../story.ts'

const ROOT = new URL('../..', import.meta.url).pathname

// It starts three installations, makes a backup and looks at seven screens.
test.describe.configure({ timeout: 600_000 })

test(
  'Somebody with a backup and its keys restores it from the first page of an empty installation, and signs in as before',
  TAG,
  async ({ browser }) => {
    const [oldPlace, newPlace] = [await choosePlace(), await choosePlace()]
    try {
      const email = 'avery@example.com'
      {
        await using old = await startBidwell(oldPlace)
        const pages = () =>
          Promise.all(
            ['/', '/restore'].map(async (path) => {
              const answer = await fetch(old.url + path)
              return [answer.status, (await answer.text()).includes('Restore a backup')]
            }),
          )
        expect(await pages()).toEqual([
          [200, true],
          [200, true],
        ])
        await new Bidder(await browser.newPage(), old.url, openHouse(old.houseUrl), { email }).prepare.account()
        expect(await pages()).toEqual([
          [200, false],
          [404, false],
        ])
        await promisify(execFile)(process.execPath, ['server/src/main.ts', 'backup'], {
          cwd: ROOT,
          env: { ...process.env, BIDWELL_DATA: oldPlace.data },
        })
      }
      const [name = ''] = await readdir(join(oldPlace.data, 'backups'))
      const backup = join(oldPlace.data, 'backups', name)
      const oldKeys = join(oldPlace.data, 'keys.env')

      await using bidwell = await startBidwell(newPlace)
      const printed = () => /(http\S+\/restore)#(\S+)/.exec(bidwell.terminal()) ?? []
      await expect.poll(() => printed()[1]).toBe(`${bidwell.url}/restore`)
      const code = printed()[2] ?? ''
      const codeFile = join(newPlace.data, 'restore-code')
      expect((await readFile(codeFile, 'utf8')).trim()).toBe(code)
      expect((await stat(codeFile)).mode & 0o777).toBe(0o600)

      await using page = await browser.newPage({ baseURL: bidwell.url, viewport: SIZES[1] })
      await page.goto('/')
      await checkScreen(page, 'empty-installation')
      await page.goto('/?auth=register')
      await checkScreen(page, 'empty-installation-sign-up')
      await page.getByRole('dialog').getByRole('link', { name: 'Restore a backup' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Restore a backup' })).toBeVisible()
      await page.getByRole('button', { name: 'Restore this backup' }).click()
      await expect(page.getByText('Choose the file of the backup.')).toBeVisible()
      await expect(page.getByLabel('Backup', { exact: true })).toBeFocused()
      await checkScreen(page, 'restore')

      const keysFile = page.getByLabel('Or choose the file keys.env')
      await chooseByHand(keysFile, join(newPlace.data, 'moved-away.env'))
      await expect(page.getByText(messages.restore.keysNotRead)).toBeVisible()

      // The keys of the new place, then a wrong code, then a file that was cut: each is refused with its reason.
      const main = page.getByRole('main')
      await main.getByLabel('Backup', { exact: true }).setInputFiles(backup)
      await keysFile.setInputFiles(join(newPlace.data, 'keys.env'))
      await expect(page.getByText(messages.restore.keysNotRead)).toBeHidden()
      await main.getByLabel('Code').fill('abcd-efgh-2345-wxyz')
      await main.getByRole('button', { name: 'Restore this backup' }).click()
      await expect(main.getByText('This is not the code that the terminal shows')).toBeVisible()
      await expect(main.getByLabel('Code')).toBeFocused()
      await main.getByLabel('Code').fill(code)
      await main.getByRole('button', { name: 'Restore this backup' }).click()
      await expect(main.getByText(`${name} was encrypted for another key`)).toBeVisible()
      await main.getByLabel('Its keys').fill(await readFile(oldKeys, 'utf8'))
      const data = await readFile(backup)
      const cut = { name, mimeType: 'application/octet-stream', buffer: data.subarray(0, data.length - 1_000) }
      await main.getByLabel('Backup', { exact: true }).setInputFiles(cut)
      await main.getByRole('button', { name: 'Restore this backup' }).click()
      await expect(main.getByRole('alert')).toContainText(`${name} is damaged, or no backup of Bidwell`)
      await checkScreen(page, 'restore-refused')

      await main.getByLabel('Backup', { exact: true }).setInputFiles(backup)
      await main.getByRole('button', { name: 'Restore this backup' }).click()
      await expect(main.getByText('Bidwell is stopped while the backup is loaded')).toBeVisible()
      await checkScreen(page, 'restore-on-its-way', [SIZES[0]])
      await expect(page.getByRole('heading', { level: 1, name: 'Your backup is restored' })).toBeVisible({
        timeout: 120_000,
      })
      await expect(main.getByRole('list', { name: 'What Bidwell did' })).toContainText('Restored: 1 account')
      await checkScreen(page, 'restored')

      await page.getByRole('link', { name: 'Sign in' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Password', { exact: true }).fill('correct horse 9!')
      await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL('/dashboard')

      // Nothing of it is left, and nobody can do it again.
      expect(await readdir(join(newPlace.data, 'restoring'))).toEqual(['progress.json'])
      const answer = await page.goto('/restore')
      expect(answer?.status()).toBe(404)
      await expect(page.getByText('There is no page here')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Restore a backup' })).toHaveCount(0)
    } finally {
      await Promise.all([oldPlace, newPlace].map(abandonPlace))
    }
  },
)

test('Where processes run on their own, the page names the command', TAG, async ({ page }) => {
  await page.route('**/api/operator', async (route) => {
    const answer = await route.fetch()
    const { data, ...rest }: { data: object } = await answer.json()
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, restore: 'command' } } })
  })
  await page.goto('/restore')
  await expect(page.getByText('npm run bidwell restore')).toBeVisible()
  await checkScreen(page, 'restore-by-command')
})
