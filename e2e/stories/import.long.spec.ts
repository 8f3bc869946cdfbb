import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'

test.describe.configure({ timeout: 240_000 })

test(
  'A file of auctions is read line by line, all are tracked with their notes, only those that are ticked are bid on, and the export has them',
  TAG,
  async ({ page, bidder, house }) => {
    await bidder.openDashboard()
    const lamp = await house.list({ title: 'Brass lamp', endsInSeconds: 3_600 })
    const watch = await house.list({ title: 'Seiko 6139', endsInSeconds: 3_700 })
    await page.getByRole('link', { name: 'import a file' }).click()
    const choose = (text: string) =>
      page.getByLabel('File').setInputFiles({ name: 'auctions.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('[{')
    await expect(page.getByLabel('File')).toHaveAccessibleDescription(/This is no CSV file/)
    await choose(
      `link,max,seconds,note,group\n${lamp.url},25,9,for Mum,Gifts\n${watch.url},20,,\nhttps://www.ebay.com/itm/1,5,,\n${lamp.itemId},abc`,
    )
    await expect(page.getByText('2 lines cannot be imported:')).toBeVisible()
    await expect(page.getByText('Line 4: link names no item')).toBeVisible()
    await expect(page.getByText('Line 5: max must be an amount such as 12.50')).toBeVisible()
    await checkScreen(page, 'import')

    await page.getByRole('button', { name: 'Look at 2 auctions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add 2 auctions' })
    await expect(dialog.getByRole('button', { name: 'Track 2' })).toBeEnabled()
    await expect(dialog.getByRole('checkbox', { name: 'Bid on all 2 with a max' })).not.toBeChecked()
    await dialog.getByRole('checkbox', { name: 'Bid up to $25, 9 s before the end' }).check()
    await checkScreen(page, 'import-list')
    await dialog.getByRole('button', { name: 'Track 2, schedule 1' }).click()
    await expect(page.getByText('2 tracked, 1 bid scheduled.')).toBeVisible()

    await page.goto('/import')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export 2 auctions' }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await downloading).createReadStream()) chunks.push(Buffer.from(chunk))
    const file = Buffer.concat(chunks).toString()
    expect(file).toContain(',25.00,9,for Mum,Gifts,Brass lamp\r\n')
    expect(file).toContain(',,,,,Seiko 6139\r\n')
  },
)

test(
  'What a person has bid on at the site is read on request, and goes through the same list with its maximum there',
  TAG,
  async ({ page, bidder, house }) => {
    const account = await bidder.openDashboard()
    const clock = await house.list({ title: 'Mantel clock', endsInSeconds: 3_600 })
    await house.bidAgainst(clock, 30, account.userName)
    await house.bidAgainst(await house.list({ title: 'Of a bystander', endsInSeconds: 3_600 }), 30)
    await page.getByRole('link', { name: 'your favorites' }).click()
    await page.getByRole('button', { name: 'Read my favorites' }).click()
    await expect(page.getByText('1 open auction. Read')).toBeVisible()
    await checkScreen(page, 'import-favorites')
    await page.getByRole('button', { name: 'Look at 1 auction' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add 1 auction' })
    await expect(dialog.getByText('You have a bid of $30.00 of your own there.')).toBeVisible()
    await checkScreen(page, 'import-favorites-list')
    await dialog.getByRole('button', { name: 'Track 1' }).click()
    await expect(bidder.card('Mantel clock')).toBeVisible()
    await page.goto('/import')
    await expect(page.getByText('1 open auction, all tracked already. Read')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Look at' })).toHaveCount(0)
  },
)
