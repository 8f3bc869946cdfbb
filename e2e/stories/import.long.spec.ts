import { writeFile } from 'node:fs/promises'
import { messages, type WireBidGroup } from '@bidwell/contract'
import { chooseByHand } from '../pages/choose-by-hand.ts'
import { holdAnswers } from '../pages/hold-answers.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'

test(
  'A file of auctions is read line by line, all are tracked with their notes, only those that are ticked are bid on, and the export has them',
  TAG,
  async ({ page, bidder, house }) => {
    await bidder.openDashboard()
    const lamp = await house.list({ title: 'Brass lamp', endsInSeconds: 3_600 })
    const watch = await house.list({ title: 'Seiko 6139', endsInSeconds: 3_700 })
    await page.getByRole('link', { name: 'import a file' }).click()
    const choose = (text: string) =>
      page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'auctions.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('[{')
    await expect(page.getByLabel('File', { exact: true })).toHaveAccessibleDescription(/This is no CSV file/)
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
    await expect(dialog.getByRole('checkbox', { name: 'Bid on all 2 as the file asks' })).not.toBeChecked()
    await dialog.getByRole('checkbox', { name: 'Bid up to $25, 9 s before the end' }).check()
    await checkScreen(page, 'import-list')
    const bid = await holdAnswers(page, 'POST', /^\/api\/bids$/)
    await dialog.getByRole('button', { name: 'Track 2, schedule 1' }).click()
    await expect.poll(() => bid.calls()).toBe(1)
    const row = (title: string) => dialog.getByRole('listitem').filter({ hasText: title })
    await expect(row('Brass lamp')).toContainText('Scheduling the bid…')
    for (const title of ['Brass lamp', 'Seiko 6139']) await expect(row(title)).not.toContainText('tracked')
    await bid.release()
    await expect(page.getByText('2 tracked, 1 bid scheduled.')).toBeVisible()

    await page.goto('/import')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export 2 auctions' }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await downloading).createReadStream()) chunks.push(Buffer.from(chunk))
    const file = Buffer.concat(chunks).toString()
    expect(file).toContain(',25.00,9,for Mum,Gifts,,,,1,,Brass lamp\r\n')
    expect(file).toContain(',,,,,,,,,,Seiko 6139\r\n')

    // What is tracked without a bid gets the maximum that was filled in; a bid that stands stays as it is.
    await choose(file.replace(',,,,,,,,,,Seiko', ',22.50,8,,,,,,,,Seiko').replace(',25.00,9,', ',31.00,9,'))
    await page.getByRole('button', { name: 'Look at 2 auctions' }).click()
    await expect(dialog.getByText('Already tracked, with a bid')).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Bid up to $22.50, 8 s before the end' }).check()
    await dialog.getByRole('button', { name: 'Schedule 1' }).click()
    await expect(page.getByText('1 tracked, 1 bid scheduled.')).toBeVisible()
    const scheduled = await bidder.prepare.call<{ data: { bids: { max_bid: number }[] } }>('GET', '/bids')
    expect(scheduled.data.bids.map(({ max_bid }) => max_bid).toSorted((a, b) => a - b)).toEqual([22.5, 25])
  },
)

test(
  'A file sets bids by what they cost delivered, and its groups win as many as it says and stay within their budget',
  TAG,
  async ({ page, bidder, house }) => {
    await bidder.openDashboard()
    const [lamp, shade, clock, watch] = [
      await house.list({ title: 'Brass lamp', endsInSeconds: 3_600 }),
      await house.list({ title: 'Lamp shade', endsInSeconds: 3_700 }),
      await house.list({ title: 'Mantel clock', endsInSeconds: 3_800 }),
      await house.list({ title: 'Seiko 6139', endsInSeconds: 3_900 }),
    ]
    await page.getByRole('link', { name: 'import a file' }).click()
    const lines = [
      'link,max,delivered,allowance,pickup,group,wins,budget',
      `${lamp.url},,32,8,,Lamps,2,45`,
      `${shade.url},20,,,,Lamps,,`,
      `${clock.url},,30,,no handling,,,`,
      `${watch.url},,30,,,,,`,
    ]
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'auctions.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    await page.getByRole('button', { name: 'Look at 4 auctions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add 4 auctions' })
    await expect(dialog.getByRole('button', { name: 'Track 4' })).toBeEnabled()
    await dialog.getByRole('checkbox', { name: 'Bid on all 4 as the file asks' }).check()
    await expect(dialog.getByText('Bid up to $30.00. You collect it.')).toBeVisible()
    await expect(dialog.getByText('Bid up to $24.00 + $8.00 allowed for shipping and handling = $32.00.')).toBeVisible()
    // Nobody knows what the delivery of the last one costs, and nobody takes it for nothing.
    await expect(dialog.getByText('Seiko 6139: We have no shipping quote.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Track 4, schedule 4' })).toBeDisabled()
    await expect(dialog.getByText('Win at most 2 of these 2. Most this can cost: $44.00.')).toBeVisible()
    await checkScreen(page, 'import-delivered')
    const seiko = dialog.getByRole('listitem').filter({ hasText: 'Seiko 6139' })
    await seiko.getByRole('checkbox', { name: 'Bid up to $30 delivered' }).uncheck()
    await dialog.getByLabel('Budget of the group Lamps').fill('40')
    await expect(dialog.getByText('Win at most 2 of these 2. Most this can cost: $40.00.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Track 4, schedule 3' }).click()
    await expect(page.getByText('4 tracked, 3 bids scheduled.')).toBeVisible()
    const { data } = await bidder.prepare.call<{ data: { groups: WireBidGroup[] } }>('GET', '/bid-groups')
    expect(data.groups).toMatchObject([{ name: 'Lamps', most_wins: 2, budget: 40 }])

    // An earlier visit has kept bids, and may lack the latest.
    const reading = await holdAnswers(page, 'GET', /^\/api\/bids$/)
    await page.goto('/import')
    const button = page.getByRole('button', { name: 'Export 4 auctions' })
    await expect(button).toHaveAttribute('title', 'Your bids are being read.')
    await reading.release()
    const downloading = page.waitForEvent('download')
    await button.click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await downloading).createReadStream()) chunks.push(Buffer.from(chunk))
    const file = Buffer.concat(chunks).toString()
    expect(file).toContain(',,5,,Lamps,32.00,8.00,,2,40.00,Brass lamp\r\n')
    expect(file).toContain(',20.00,5,,Lamps,,,,2,40.00,Lamp shade\r\n')
    expect(file).toContain(',,5,,,30.00,,no handling,,,Mantel clock\r\n')
    expect(file).toContain(',,,,,,,,,,Seiko 6139\r\n')
  },
)

test(
  'A file that is too long for the table is imported whole or not at all, goes on by itself, and gives back the lines that are not done',
  TAG,
  async ({ page, bidder, house }) => {
    await bidder.openDashboard()
    const lamp = await house.list({ title: 'Brass lamp', endsInSeconds: 3_600 })
    const known = [`${lamp.url},12,9,for Mum`, '100000001,8,,gone']
    const rest = Array.from({ length: 250 }, (_, index) => `${100_000_100 + index}`)
    const choose = (lines: readonly string[]) =>
      page.getByLabel('File', { exact: true }).setInputFiles({
        name: 'auctions.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['link,max,seconds,note', ...lines].join('\n')),
      })
    await page.getByRole('link', { name: 'import a file' }).click()
    await choose([...known, '100000002,abc', ...rest])
    await expect(page.getByText('Line 4: max must be an amount such as 12.50')).toBeVisible()
    await expect(page.getByText('Nothing is imported while a line is wrong.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import 253 auctions' })).toBeDisabled()

    await choose([...known, ...rest])
    await expect(
      page.getByText('The file has 252 auctions, 2 with a max or a delivered price, and 2 with a note.'),
    ).toBeVisible()
    const bids = page.getByRole('checkbox', { name: 'Bid as the file asks: 2 bids, $20.00 in all' })
    await expect(bids).not.toBeChecked()
    await bids.check()
    await page
      .getByRole('checkbox', { name: 'Also where the bid is more than 3 times the price, and more than $100' })
      .check()
    await checkScreen(page, 'import-large')
    await page.getByRole('button', { name: 'Import 252 auctions' }).click()

    await expect(page.getByText(/1 tracked with a bid, \d+ not tracked/)).toBeVisible()
    await expect(page.getByText(/ of 252 read, about \d min left/)).toBeVisible()
    await checkScreen(page, 'import-progress')
    await page.getByRole('button', { name: 'Cancel the rest' }).click()
    await expect(page.getByRole('heading', { name: 'Last import' })).toBeVisible()
    await expect(page.getByText('Of 251 lines, not everything was done:')).toBeVisible()
    await expect(page.getByText(/Line 3: .*100000001/)).toBeVisible()
    await checkScreen(page, 'import-ended')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save these 251 lines as a file' }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await downloading).createReadStream()) chunks.push(Buffer.from(chunk))
    const file = Buffer.concat(chunks).toString()
    expect(file).toMatch(/item\/100000001,8\.00,5,gone,,,,,,,.*100000001/)
    expect(file).toMatch(/item\/100000349,,5,,,,,,,,Cancelled/)
    await page.goto('/dashboard')
    await expect(bidder.card('Brass lamp')).toContainText('Bids with 9 s left')
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
  await expect(page.getByRole('button', { name: 'Look at 1 auction' })).toBeVisible()
  await expect(fault).toHaveCount(0)
  await chooseByHand(page.getByLabel('File', { exact: true }), info.outputPath('moved-away.csv'))
  await expect(page.getByLabel('File', { exact: true })).toHaveAccessibleDescription(
    new RegExp(messages.importing.notRead),
  )
})
