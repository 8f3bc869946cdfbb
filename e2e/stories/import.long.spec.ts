import { writeFile } from 'node:fs/promises'
import { messages } from '@bidwell/contract'
import type { Download } from '@playwright/test'
import { chooseByHand } from '../pages/choose-by-hand.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'

async function textOf(downloading: Promise<Download>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await (await downloading).createReadStream()) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

test(
  'A file is imported whole or not at all, goes on by itself, and gives back the lines that are not done, and the export is imported again',
  TAG,
  async ({ page, bidder, house }) => {
    await bidder.openDashboard()
    const lamp = await house.list({ title: 'Brass lamp', endsInSeconds: 3_600 })
    const known = [`${lamp.url},12,9,for Mum,Lamps`, '100000001,8,,gone,']
    const rest = Array.from({ length: 250 }, (_, index) => `${100_000_100 + index}`)
    const choose = (text: string) =>
      page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'auctions.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const chooseLines = (lines: readonly string[]) => choose(['link,max,seconds,note,group', ...lines].join('\n'))
    await page.getByRole('link', { name: 'import a file' }).click()
    await choose('[{')
    await expect(page.getByLabel('File', { exact: true })).toHaveAccessibleDescription(/This is no CSV file/)
    await chooseLines([...known, '100000002,abc', ...rest])
    await expect(page.getByText('Line 4: max must be an amount such as 12.50')).toBeVisible()
    await expect(page.getByText('Nothing is imported while a line is wrong.')).toBeVisible()
    await expect(page.getByText('Not read: group.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import 253 auctions' })).toBeDisabled()
    await checkScreen(page, 'import')

    await chooseLines([...known, ...rest])
    await expect(page.getByText('252 auctions, 2 with a max, and 2 with a note.')).toBeVisible()
    const bids = page.getByRole('checkbox', { name: 'Bid on the 2 with a max, $20.00 in all' })
    await expect(bids).not.toBeChecked()
    await bids.check()
    await page
      .getByRole('checkbox', { name: 'Also where the bid is more than 3 times the price, and more than $100' })
      .check()
    await checkScreen(page, 'import-preview')
    await page.getByRole('button', { name: 'Import 252 auctions' }).click()

    await expect(page.getByText(/1 tracked with a bid, \d+ not tracked/)).toBeVisible()
    await expect(page.getByText(/ of 252 read, about \d min left/)).toBeVisible()
    await checkScreen(page, 'import-progress')
    await page.getByRole('button', { name: 'Cancel the rest' }).click()
    await expect(page.getByRole('heading', { name: 'Last import' })).toBeVisible()
    await expect(page.getByText('Of 251 lines, not everything was done:')).toBeVisible()
    await expect(page.getByText(/Line 3: .*100000001/)).toBeVisible()
    await checkScreen(page, 'import-ended')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save these 251 lines as a file' }).click()
    const undone = await textOf(saving)
    expect(undone).toMatch(/item\/100000001,8\.00,5,gone,.*100000001/)
    expect(undone).toMatch(/item\/100000349,,5,,Cancelled/)

    const exporting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export 1 auction' }).click()
    const exported = await textOf(exporting)
    expect(exported).toContain(',12.00,9,for Mum,,,,Brass lamp\r\n')
    await choose(exported)
    await expect(page.getByText('Not read: group, max in group, delivered, title.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Bid on the one with a max, $12.00' }).check()
    await page.getByRole('button', { name: 'Import 1 auction' }).click()
    await expect(page.getByText('1 tracked before.')).toBeVisible()
    await page.goto('/dashboard')
    await expect(bidder.card('Brass lamp')).toContainText('Bids with 9 s left')
  },
)

test(
  'What a person has bid on at the site is read on request, and imported like a file',
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
    await page.getByRole('button', { name: 'Import 1 auction' }).click()
    await expect(page.getByText('1 tracked.')).toBeVisible()
    await page.goto('/dashboard')
    await expect(bidder.card('Mantel clock')).toBeVisible()
    await page.goto('/import')
    await expect(page.getByText('1 open auction, all tracked already. Read')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import 1 auction' })).toHaveCount(0)
  },
)

test('A file that was corrected under its name is read again, and one that has been moved away is told as such', async ({
  page,
  bidder,
}, info) => {
  await bidder.openDashboard()
  await page.goto('/import')
  const path = info.outputPath('auctions.csv')
  await writeFile(path, 'link,max\n100000001,abc')
  await chooseByHand(page.getByLabel('File', { exact: true }), path)
  const fault = page.getByText('Line 2: max must be an amount such as 12.50')
  await expect(fault).toBeVisible()
  await writeFile(path, 'link,max\n100000001,12.50')
  await chooseByHand(page.getByLabel('File', { exact: true }), path)
  await expect(page.getByRole('button', { name: 'Import 1 auction' })).toBeVisible()
  await expect(fault).toHaveCount(0)
  await chooseByHand(page.getByLabel('File', { exact: true }), info.outputPath('moved-away.csv'))
  await expect(page.getByLabel('File', { exact: true })).toHaveAccessibleDescription(
    new RegExp(messages.importing.notRead),
  )
})
