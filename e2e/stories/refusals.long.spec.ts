import { checkAccessibility } from '../pages/check-accessibility.ts'
import { Preparation } from '../people/prepare.ts'
import { AUCTIONS, LABELS } from '../spec-sentences.ts'
import { expect, test } from '../story.ts'

test("A wrong site login is refused in the site's words, and none is stored", async ({ page, bidder }) => {
  await bidder.start()
  await bidder.connectAs({ userName: 'demo', password: 'not demo' })
  await expect(page.getByText('The username or password are incorrect').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /Setup required/ })).toBeVisible()
})

test('Two users of one site account are told so, and the second cannot bid on the item of the first', async ({
  page,
  house,
  bidwell,
  bidder,
}) => {
  const partner = new Preparation(bidwell.url, house)
  await partner.account()
  const account = await partner.siteLogin()
  const auction = await house.list({ title: 'A lamp for a couple', endsInSeconds: 4_000 })
  await partner.bid(auction, { max: 25, seconds: 5 })

  await bidder.start()
  await bidder.connectAs(account)
  const shared = 'Another account here uses this Auction House login, too.'
  await expect(page.getByRole('note').filter({ hasText: shared })).toBeVisible()
  await checkAccessibility(page)
  await bidder.prepare.tracked(auction)
  await page.goto('/dashboard')
  await bidder
    .card('A lamp for a couple')
    .getByRole('button', { name: /Schedule bid/ })
    .click()
  const detail = page.getByRole('complementary', { name: 'Detail' })
  await detail.getByLabel('Your max', { exact: true }).fill('28')
  await detail.getByRole('button', { name: 'Schedule bid' }).click()
  await expect(detail).toContainText(
    'Another account here already bids on this item with the same Auction House login, and one login can bid on an item once.',
  )
})

test('The login that a bid needs and the ZIP of its shipping are typed over the add sheet, whose maximum stays, and the login ticks off a first step', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.start()
  const account = await house.createAccount()
  const { sheet } = await bidder.openSheet({ title: 'A bowl without a login', endsInSeconds: 4_000 })
  const first = page.getByRole('region', { name: 'Three steps to your first bid', includeHidden: true })
  const current = first.locator('[aria-current=step]')
  await expect(current).toContainText('Connect Auction House (demo / demo)')
  await sheet.getByLabel('Your max', { exact: true }).fill('25')
  await sheet.getByRole('button', { name: 'Connect', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect your Auction House account' })
  await dialog.getByLabel('User name').fill(account.userName)
  await dialog.getByLabel('Password', { exact: true }).fill('a wrong one')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog).toContainText('The username or password are incorrect')
  await checkAccessibility(page)
  await dialog.getByLabel('Password', { exact: true }).fill(account.password)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(sheet.getByLabel('Your max', { exact: true })).toHaveValue('25')
  await expect(sheet.getByLabel('Your max', { exact: true })).toBeFocused()
  await expect(current).toContainText('Add an auction that ends within minutes')

  await sheet.getByRole('button', { name: 'Add your ZIP for shipping' }).click()
  const shipping = page.getByRole('dialog', { name: 'Where items are sent' })
  await shipping.getByLabel('ZIP code').fill('9720')
  await shipping.getByRole('button', { name: 'Save' }).click()
  await expect(shipping).toContainText('A ZIP code has five digits')
  await checkAccessibility(page)
  await shipping.getByLabel('ZIP code').fill('97201')
  await page.keyboard.press('Enter')
  await expect(shipping).toBeHidden()
  await expect(sheet).toContainText('Estimated by the site for 97201.')
  await expect(sheet.getByRole('button', { name: 'Change the ZIP' })).toBeFocused()
  await page.keyboard.press('Enter')
  await shipping.getByLabel('ZIP code').fill('')
  await page.keyboard.press('Enter')
  await expect(shipping).toBeHidden()
  await expect(sheet.getByRole('button', { name: 'Add your ZIP for shipping' })).toBeFocused()
  await expect(sheet.getByLabel('Your max', { exact: true })).toHaveValue('25')
  await sheet.getByRole('button', { name: 'Track', exact: true }).click()

  await expect(current).toContainText('Schedule a bid, and watch it win')
  await checkAccessibility(page)
  await first.getByRole('button', { name: 'Hide the first steps' }).click()
  await page.reload()
  await expect(bidder.card('A bowl without a login')).toBeVisible()
  await expect(first).toHaveCount(0)
})

test('A text that names no item, and an item that does not exist, are each refused with a reason', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  // What a phone shares without a link opens the dashboard alone.
  await page.goto('/add?url=&text=&title=')
  await expect(page).toHaveURL('/dashboard')
  const field = page.getByRole('searchbox')
  // The sentence has the name of the site that is connected.
  const refused = AUCTIONS.badReference.replace('ShopGoodwill', 'Auction House')
  for (const [wrong, what] of [
    ['javascript:alert(1)', `${refused}.`],
    ['a nice bowl', `${refused}.`],
    ['12345', `${refused}. An item number has at least 6 digits.`],
  ] as const) {
    await field.fill(wrong)
    await field.press('Enter')
    await expect(page.locator('#paste-fault')).toHaveText(what)
  }
  for (const [reference, ...reasons] of [
    [
      'https://www.ebay.com/itm/279250057',
      refused,
      'This is an eBay link. Bidwell bids at Auction House only.',
      'https://www.ebay.com/itm/279250057',
    ],
    ['999999999', 'no item 999999999'],
  ] as const) {
    const sheet = await bidder.paste(reference)
    for (const reason of reasons) await expect(sheet).toContainText(reason)
    await expect(sheet.getByRole('button', { name: 'Track', exact: true })).toBeHidden()
    await sheet.getByText('Close', { exact: true }).click()
  }
  const hostile = `javascript:document.title='taken'//<img src=x onerror=alert(1)>279250057`
  await page.goto(`/add?${new URLSearchParams({ url: hostile })}`)
  const shared = page.getByRole('dialog', { name: /Add/ })
  await expect(shared).toContainText(refused)
  await expect(shared).toContainText(hostile)
  await expect(page).not.toHaveTitle('taken')
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})

test('A maximum that breaks a rule shows the rule, and one far above the price has to be typed twice', async ({
  house,
  bidder,
}) => {
  await bidder.openDashboard()
  const listing = await house.list({ title: 'A bowl with rules', startingPrice: 20, endsInSeconds: 4_000 })
  const sheet = await bidder.paste(listing.url)
  const max = sheet.getByLabel('Your max', { exact: true })
  const schedule = sheet.getByRole('button', { name: 'Track and schedule' })
  for (const [typed, rule] of [
    ['5', /at least/],
    ['20.005', /cents/],
    ['0', /greater than/],
  ] as const) {
    await max.fill(typed)
    await max.blur()
    await expect(sheet).toContainText(rule)
    await expect(schedule).toBeDisabled()
  }
  await max.fill('200')
  await expect(sheet.getByLabel('Your max, again')).toBeVisible()
  await expect(schedule).toBeDisabled()
  await sheet.getByLabel('Your max, again').fill('200')
  await schedule.click()
  await expect(bidder.card('A bowl with rules')).toContainText('Bid scheduled')
})

test('Several pasted links become one list, in which each auction is tracked and bid on by itself', async ({
  page,
  house,
  bidder,
}) => {
  await bidder.openDashboard()
  const [first, second, third] = [
    await house.list({ title: 'First of several', endsInSeconds: 4_000 }),
    await house.list({ title: 'Second of several', endsInSeconds: 4_000 }),
    await house.list({ title: 'Bystander of several', endsInSeconds: 4_000 }),
  ]
  await page.getByRole('searchbox').fill(`${first.url} ${second.itemId} ${first.itemId} 999999999`)
  await page.getByRole('searchbox').press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Add [34] auctions$/ })
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await expect(row('First of several').first()).toContainText('no bids')
  await expect(row('The same auction as above')).toBeVisible()
  await expect(row('999999999')).toContainText('Not found')
  // Beside each field, and nowhere else.
  await expect(dialog.getByText('Max', { exact: true })).toHaveCount(2)
  await dialog.getByLabel('Max for First of several').fill('5')
  await expect(row('First of several').first()).toContainText('at least')
  await expect(dialog.getByRole('button', { name: 'Track 2, schedule 1' })).toBeDisabled()
  await expect(dialog.getByRole('status')).toContainText('First of several: ')
  await checkAccessibility(page)

  await dialog.getByRole('button', { name: 'Leave out 999999999' }).click()
  await expect(row('999999999')).toHaveCount(0)
  await dialog.getByLabel('Max for First of several').fill('15')
  await dialog.getByLabel('Max for Second of several').fill('16')
  await dialog.getByRole('button', { name: '10 s before the end' }).click()
  await dialog.getByLabel('Seconds before the end for First of several').fill('12')
  await dialog.getByRole('button', { name: 'Track 2, schedule 2' }).click()
  await expect(dialog).toBeHidden()
  const detail = page.getByRole('complementary', { name: 'Detail' })
  for (const [title, seconds] of [
    ['First', 12],
    ['Second', 10],
  ]) {
    await expect(bidder.card(`${title} of several`)).toContainText('Bid scheduled')
    await bidder.card(`${title} of several`).getByRole('link').first().click()
    await expect(detail).toContainText(`with ${seconds} seconds left`)
  }
  await expect(page.getByText('Bystander of several')).toBeHidden()
  expect(await house.bidsOn(third)).toEqual([])
})

test('Markup in a title from the site is removed and never runs', async ({ page, bidder }) => {
  await bidder.start()
  const title = 'A bowl <img src=x onerror="document.title=1"> & a "lid"'
  await bidder.track({ title, endsInSeconds: 4_000 })
  await page.goto('/dashboard')
  await expect(bidder.card('A bowl & a "lid"')).toBeVisible()
  expect(await page.title()).not.toBe('1')
})

test('A page that needs an account offers to sign in, and an unknown address shows the page for missing pages', async ({
  page,
}) => {
  await page.goto('/bid-history')
  const gate = page.getByRole('main')
  await expect(gate.getByRole('heading', { level: 1 })).toHaveText('Sign in to see your bid history')
  await expect(gate).toContainText('You will come straight back to this page.')
  await expect(gate.getByRole('button')).toHaveText([LABELS.signIn, 'Create an account'])
  await expect(gate.getByRole('link')).toHaveText(['Home', 'Features'])
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible()
})
