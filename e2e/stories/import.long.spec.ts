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
    await dialog.getByLabel('Allowance for shipping and handling of Seiko 6139').fill('7.50')
    await dialog.getByLabel('Budget of the group Lamps').fill('40')
    await expect(dialog.getByText('Win at most 2 of these 2. Most this can cost: $40.00.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Track 4, schedule 4' }).click()
    await expect(page.getByText('4 tracked, 4 bids scheduled.')).toBeVisible()
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
    expect(file).toContain(',,5,,,30.00,7.50,,,,Seiko 6139\r\n')
  },
)

test('Of a file with more auctions than may be read at once, each is read, tracked and bid on in its turn', async ({
  page,
  bidder,
  house,
}) => {
  await bidder.openDashboard()
  const lines = ['link,delivered,pickup,note']
  for (let n = 1; n <= 26; n += 1) {
    const { url } = await house.list({ title: `Lamp ${n}`, endsInSeconds: 3_600 })
    lines.push(`${url},${n === 1 ? '30,' : '25,no handling'},from a sheet`)
  }
  await page.getByRole('link', { name: 'import a file' }).click()
  const file = { name: 'auctions.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Look at 26 auctions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add 26 auctions' })
  await expect(dialog.getByText(/of 26 auctions are read so far/)).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Bid on all 26 as the file asks' }).check()
  // The one that is sent has a quote as soon as its place is known.
  await dialog.getByRole('button', { name: 'Add your ZIP for shipping' }).click()
  await page.getByLabel('ZIP code').fill('97201')
  await page.getByRole('dialog', { name: 'Where items are sent' }).getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/^Bid up to .* \(quote for 97201, /)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add your ZIP for shipping' })).toHaveCount(0)
  const add = dialog.getByRole('button', { name: 'Track 26, schedule 26' })
  await expect(add).toBeEnabled()
  await add.click()
  await expect(page.getByText('26 tracked, 26 bids scheduled.')).toBeVisible({ timeout: 150_000 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Adding the auctions of a file stops at the next one on request, or when its table is closed, and a toast then says what was done and what failed', async ({
  page,
  bidder,
  house,
}) => {
  await bidder.openDashboard()
  const titles = ['Brass lamp', 'Seiko 6139', 'Mantel clock', 'Lamp shade']
  const listings = []
  for (const title of titles) listings.push(await house.list({ title, endsInSeconds: 3_600 }))
  await page.getByRole('link', { name: 'import a file' }).click()
  const lines = listings.map(({ url }, n) => `${url},25,${n === 0 ? 'for Mum' : ''}`)
  const file = {
    name: 'auctions.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['link,max,note', ...lines].join('\n')),
  }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Look at 4 auctions' }).click()
  const table = page.getByRole('dialog', { name: 'Add 4 auctions' })
  await table.getByRole('checkbox', { name: 'Bid on all 4 as the file asks' }).check()
  const lamp = await holdAnswers(page, 'POST', /^\/api\/auctions$/)
  await table.getByRole('button', { name: 'Track 4, schedule 4' }).click()
  await expect.poll(() => lamp.calls()).toBe(1)
  await expect(table.getByRole('listitem').filter({ hasText: 'Brass lamp' })).toContainText('Tracking…')
  await table.getByRole('button', { name: 'Stop' }).click()
  await lamp.release()
  await expect(table.getByText('1 tracked.')).toBeVisible()

  const clock = await holdAnswers(page, 'POST', /^\/api\/auctions$/)
  const broken = { success: false, code: 'internal', message: 'Not now' }
  await page.route('**/api/auctions/*/note', (route) => route.fulfill({ status: 500, json: broken }), { times: 1 })
  await page.route('**/api/auctions', (route) => route.fulfill({ status: 500, json: broken }), { times: 1 })
  await table.getByRole('button', { name: 'Track 3, schedule 4' }).click()
  await expect.poll(() => clock.calls()).toBe(1)
  await page.keyboard.press('Escape')
  await expect(table).toHaveCount(0)
  await clock.release()
  const toast = page.getByRole('status').filter({ hasText: 'Stopped before the last auction.' })
  await expect(toast).toContainText('2 tracked, 1 bid scheduled, 2 not done.')
  await expect(toast).toContainText('Brass lamp: The note was not saved: Not now')
  await expect(toast).toContainText('Seiko 6139: Not now')
  await expect(bidder.card('Brass lamp')).toContainText('Bid scheduled')
  await expect(bidder.card('Mantel clock')).toContainText('No bid')
  for (const title of ['Seiko 6139', 'Lamp shade']) await expect(bidder.card(title)).toHaveCount(0)
  expect(clock.calls()).toBe(1)
})

test('A file adds its notes to auctions that are tracked already and have none, also where a bid stands', async ({
  page,
  bidder,
  house,
}) => {
  await bidder.openDashboard()
  const listings = []
  for (const title of ['Brass lamp', 'Seiko 6139', 'Mantel clock', 'Lamp shade']) {
    const listing = await house.list({ title, endsInSeconds: 3_600 })
    if (title === 'Mantel clock') await bidder.prepare.bid(listing, { max: 20, seconds: 5 })
    else await bidder.prepare.tracked(listing)
    listings.push(listing)
  }
  type Noted = { id: number; title: string; note: string }
  const readNotes = async () => (await bidder.prepare.call<{ data: { auctions: Noted[] } }>('GET', '/auctions')).data
  const watch = (await readNotes()).auctions.find(({ title }) => title === 'Seiko 6139')
  await bidder.prepare.call('PUT', `/auctions/${watch?.id}/note`, { note: 'there before', replaces: '' })
  await page.goto('/import')
  const lines = listings.map(({ url }, n) => `${url},${n === 3 ? '' : 'for Mum'}`)
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'auctions.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['link,note', ...lines].join('\n')),
  })
  await page.getByRole('button', { name: 'Look at 4 auctions' }).click()
  const row = (title: string) =>
    page.getByRole('dialog', { name: 'Add 4 auctions' }).getByRole('listitem').filter({ hasText: title })
  await expect(row('Brass lamp')).toContainText('Already tracked. Its note will be saved.')
  await expect(row('Seiko 6139')).toContainText('Already tracked. It has a note already, which stays.')
  await expect(row('Mantel clock')).toContainText('Already tracked, with a bid. Its note will be saved.')
  await expect(row('Mantel clock').getByRole('textbox')).toHaveCount(0)
  await expect(row('Lamp shade')).not.toContainText('note')
  await page.getByRole('button', { name: 'Save 2 notes' }).click()
  await expect(page.getByText('2 tracked, 2 notes saved.')).toBeVisible()
  const { auctions } = await readNotes()
  expect(new Map(auctions.map(({ title, note }) => [title, note]))).toEqual(
    new Map([
      ['Brass lamp', 'for Mum'],
      ['Seiko 6139', 'there before'],
      ['Mantel clock', 'for Mum'],
      ['Lamp shade', ''],
    ]),
  )
})

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
    await page.getByRole('checkbox', { name: 'Also where the bid is more than 3 times the price' }).check()
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

test('A file that was corrected under its name is read again once it is chosen again', async ({
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
})

test('A file that cannot be read is told as such', async ({ page, bidder }, info) => {
  await bidder.openDashboard()
  await page.goto('/import')
  await chooseByHand(page.getByLabel('File', { exact: true }), info.outputPath('moved-away.csv'))
  await expect(page.getByLabel('File', { exact: true })).toHaveAccessibleDescription(
    new RegExp(messages.importing.notRead),
  )
})

test('A file that is read slowly does not replace one that was chosen after it', async ({ page, bidder }) => {
  await bidder.openDashboard()
  await page.addInitScript(() => {
    // A file on a slow drive is read once the story says so.
    File.prototype.text = async function (this: File) {
      if (this.name === 'slow.csv') await new Promise((resolve) => addEventListener('drive-answers', resolve))
      const text = await new Response(this).text()
      dispatchEvent(new Event(`read-${this.name}`))
      return text
    }
  })
  await page.goto('/import')
  const choose = (name: string, text: string) =>
    page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('slow.csv', '100000001\n100000002')
  await choose('quick.csv', '100000003')
  const button = page.getByRole('button', { name: /^Look at / })
  await expect(button).toHaveText('Look at 1 auction')
  await page.evaluate(async () => {
    const read = new Promise((resolve) => addEventListener('read-slow.csv', resolve))
    dispatchEvent(new Event('drive-answers'))
    await read
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
  await expect(button).toHaveText('Look at 1 auction')
})
