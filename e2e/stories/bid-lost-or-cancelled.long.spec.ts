import { expect, test } from '../story.ts'

test('A bidder whose bid was not sent bids again in the last minute, with room above the next bid offered', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.openDashboard()
  const auction = await bidder.bidOn({ title: 'A clock worth more', endsInSeconds: 120 }, { max: 15, seconds: 60 })
  const bystander = await bidder.track({ title: 'A clock beside it', endsInSeconds: 4_000 })
  await house.bidAgainst(auction, 30, 'first')
  await house.bidAgainst(auction, 40, 'second')
  await expect(auction.card).toContainText('Next bid $32.00: bid again')
  expect(await house.bidsOn(auction)).toEqual([])

  // The last minute says it, and nothing says it twice.
  const problems = page.getByRole('region', { name: 'Problems' })
  const lastMinute = page.getByRole('region', { name: 'Last minute' })
  await expect(lastMinute).toContainText('Next bid $32.00: bid again or let it go.')
  await expect(problems).toBeHidden()
  await expect(auction.card.getByRole('button', { name: /^(Raise|Bid again)/ })).toBeHidden()
  await lastMinute.getByRole('link', { name: 'Other amount: A clock worth more' }).click()
  const detail = page.getByRole('complementary', { name: 'Detail' })
  const max = detail.getByLabel('Your max', { exact: true })
  await expect(max).toHaveValue('35.00')
  await expect(max).toBeFocused()
  // A price that rises meanwhile leaves the amount that the bidder has read.
  await house.bidAgainst(auction, 45, 'third')
  await expect(detail).toContainText('Bid must be at least $42.00')
  await expect(max).toHaveValue('35.00')
  await max.fill('60')
  await expect(detail.getByText('Not saved in time')).toHaveCount(0)
  await detail.getByRole('button', { name: /^Bid up to/ }).click()
  await expect(problems).toBeHidden()
  await expect(auction.card).toContainText('$60.00')
  expect(await bidder.prepare.bidStatus(auction)).toBe('pending')
  await expect(bystander.card).toContainText('No bid')
})

test('A bidder who is outbid on arrival bids again by one tap on a phone, hears the steps if asked to, and wins', async ({
  page,
  house,
  bidder,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.addInitScript(() => {
    window.OscillatorNode = class extends OscillatorNode {
      override start(at: number) {
        const { dataset } = document.documentElement
        dataset['notes'] = String(Number(dataset['notes'] ?? 0) + 1)
        super.start(at)
      }
    }
  })
  const notes = () => page.evaluate(() => Number(document.documentElement.dataset['notes'] ?? 0))
  const { userName } = await bidder.startConnected()
  const title = 'A clock with a silver lid, and with a title that is longer than one line of a phone'
  const listing = await house.list({ title, endsInSeconds: 90 })
  const bystander = await bidder.track({ title: 'A clock nearby', endsInSeconds: 4_000 })
  await house.bidAgainst(listing, 34)
  await bidder.prepare.bid(listing, { max: 30, seconds: 45 })
  await page.goto('/dashboard')

  const lastMinute = page.getByRole('region', { name: 'Last minute' })
  await expect(lastMinute.getByText('$10.00 of your max $30.00')).toBeVisible()
  const signals = lastMinute.getByRole('button', { name: 'Sound and vibration' })
  await expect(signals).toHaveAttribute('aria-pressed', 'false')
  await signals.click()
  await expect(signals).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(notes).toBeGreaterThanOrEqual(2)
  const before = await notes()
  await expect(lastMinute.getByText('$31.00, $1.00 above your max $30.00')).toBeVisible()
  await expect(lastMinute.getByRole('link', { name: title, exact: true })).toBeInViewport({ ratio: 1 })
  await expect.poll(notes).toBeGreaterThan(before)
  const again = lastMinute.getByRole('button', { name: `Bid again up to $35.00: ${title}` })
  await expect(again).toBeInViewport({ ratio: 1 })
  await again.click()
  await expect(page.getByText('Bid scheduled on the server')).toBeAttached()
  await expect(lastMinute.getByText('$31.00 of your max $35.00')).toBeVisible()
  await expect(lastMinute.getByRole('listitem').filter({ hasText: 'Sent at 0:05.0' })).toBeVisible()
  await expect(lastMinute.getByText('Won at $35.00 of $35.00')).toBeVisible()
  const bar = await page.getByRole('navigation', { name: 'Main' }).last().boundingBox()
  const box = await lastMinute.boundingBox()
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  await lastMinute.getByRole('button', { name: 'Hide the last minute' }).click()
  await expect(lastMinute.getByRole('list')).toBeHidden()
  const own = (await house.bidsOn(listing)).filter((bid) => bid.userName === userName)
  expect(own).toMatchObject([{ amountCents: 3_000 }, { amountCents: 3_500, outcome: 'leading' }])
  await expect(bystander.card).toContainText('No bid')

  await page.goto('/settings')
  const setting = page.getByRole('checkbox', { name: 'Sound and vibration' })
  await expect(setting).toBeChecked()
  await setting.uncheck()
  await page.reload()
  await expect(setting).not.toBeChecked()
})

test('A bid that is beaten after it was accepted is outbid, in words and without green, while its auction runs', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.openDashboard()
  const auction = await bidder.bidOn({ title: 'A tray that is beaten', endsInSeconds: 90 }, { max: 20, seconds: 50 })
  await expect.poll(() => house.bidsOn(auction)).toHaveLength(1)
  await house.bidAgainst(auction, 50)
  const lastMinute = page.getByRole('region', { name: 'Last minute' })
  await expect(lastMinute.getByRole('listitem').filter({ hasText: 'Outbid at $21.00' })).toHaveCSS(
    'border-top-color',
    'rgb(122, 82, 0)',
  )
  await expect(lastMinute.getByText('$21.00, $1.00 above your max $20.00')).toBeVisible()
  await expect(lastMinute.getByRole('link', { name: 'Bid at Auction House' })).toHaveAttribute('href', auction.url)
  await expect(auction.card).toContainText('Outbid at $21.00, after Auction House had accepted your bid.')
})

test('A price change at the site appears in an open browser, and the second price begins a chart', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.start()
  const auction = await bidder.track({ title: 'A vase that moves', endsInSeconds: 150 })
  await page.goto('/dashboard')
  await expect(auction.card).toContainText('no bids')
  const chart = page.getByRole('slider', { name: 'Price history' })
  await expect(page.getByRole('complementary', { name: 'Detail' })).toContainText('no bids')
  await expect(chart).toHaveCount(0)
  await house.bidAgainst(auction, 20)
  await expect(auction.card).toContainText('1 bid')
  await house.bidAgainst(auction, 30, 'another')
  await expect(auction.card).toContainText('$21.00')
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuetext', /^\$10\.00 at /)
  await expect(page.getByRole('figure').getByText(/^\$10\.00 at /)).toBeVisible()
})
