import { expect, test } from 'vitest'
import { type Checked, decidePreflight } from './decide-preflight.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const END = Date.UTC(2026, 10, 20, 20)
const FIRE_AT = END - 5_000
const SITE = { name: 'ShopGoodwill', itemUrl: 'https://example.com/item/1', ordersUrl: 'https://example.com/orders' }

const READY: Checked = {
  bid: { maxBidCents: 2_500, fireAt: FIRE_AT, previousEnd: null },
  item: { endsAt: END, closed: null, priceCents: 1_000, nextBidCents: 1_100, reading: { kind: 'read' } },
  login: { kind: 'works', until: END + HOUR },
  account: { leads: [], unpaidItems: 0, refused: null },
}

type Change = { [Part in keyof Checked]?: Partial<Checked[Part]> }

/** The findings an hour before the bid fires, with the row's changes. */
function found(change: Change, now = FIRE_AT - HOUR) {
  const checked = {
    bid: { ...READY.bid, ...change.bid },
    item: { ...READY.item, ...change.item },
    // The kinds of logins have different fields, so a row replaces the login as a whole.
    login: (change.login as Checked['login'] | undefined) ?? READY.login,
    account: { ...READY.account, ...change.account },
  }
  return decidePreflight(checked, now, SITE)
}

const inShort = (...row: Parameters<typeof found>) =>
  found(...row).map(({ code, severity, remedy }) => `${severity} ${code}: ${remedy}`)

test('A bid without problems has no findings', () => {
  expect(found({})).toEqual([])
  expect(inShort({ bid: { maxBidCents: 1_100 } })).toEqual([])
})

const led = (count: number, endsAt: number) => Array.from({ length: count }, () => endsAt)

const ROWS: [title: string, change: Change, findings: string[]][] = [
  ['no login is stored', { login: { kind: 'missing' } }, ['red login_missing: reconnect']],
  [
    'the site refuses the login',
    { login: { kind: 'refused', siteMessage: null, sessionUntil: 0 } },
    ['red login_refused: reconnect'],
  ],
  [
    'the site refuses the login, and an earlier session lasts until the close',
    { login: { kind: 'refused', siteMessage: null, sessionUntil: Infinity } },
    ['amber login_refused: reconnect'],
  ],
  ['the item is gone', { item: { closed: 'withdrawn' } }, ['red item_withdrawn: none']],
  [
    'the site does not show the item',
    { item: { reading: { kind: 'missing', forMs: 0 } } },
    ['amber item_missing: review_item'],
  ],
  [
    'the site does not show the item a second time',
    { item: { reading: { kind: 'missing', forMs: 60_000 } } },
    ['red item_missing: review_item'],
  ],
  ['the seller ended it early', { item: { closed: 'ended_early' } }, ['red item_ended_early: review_item']],
  ['the auction is over', { item: { closed: 'ended' } }, ['red item_ended: review_item']],
  ['its end has passed', { item: { endsAt: FIRE_AT - 2 * HOUR } }, ['red item_ended: review_item']],
  ['its end has moved', { bid: { previousEnd: END - HOUR } }, ['amber end_moved: review_item']],
  ['its end has moved back to the previous end', { bid: { previousEnd: END } }, []],
  [
    'the price is past the maximum',
    { item: { priceCents: 2_501, nextBidCents: 2_601 } },
    ['red price_past_maximum: raise_bid'],
  ],
  [
    'the next bid is above the maximum',
    { item: { priceCents: 2_500, nextBidCents: 2_600 } },
    ['red below_next_bid: raise_bid'],
  ],
  ['the user leads fifteen auctions', { account: { leads: led(15, END + HOUR) } }, ['amber leading_many: none']],
  ['the user leads fourteen auctions', { account: { leads: led(14, END + HOUR) } }, []],
  ['the user leads fifteen auctions that end before the bid fires', { account: { leads: led(15, FIRE_AT - 1) } }, []],
  [
    'the user leads fifteen auctions, and the site has refused a bid for it',
    { account: { leads: led(15, END + HOUR), refused: { siteMessage: null } } },
    ['red leading_many: none'],
  ],
  ['fifteen items are unpaid', { account: { unpaidItems: 15 } }, ['red unpaid_items: pay_at_site']],
  ['fourteen items are unpaid', { account: { unpaidItems: 14 } }, []],
  [
    'the site has refused a bid for an unknown limit',
    { account: { unpaidItems: null, refused: { siteMessage: 'Past due' } } },
    ['amber account_limit: pay_at_site'],
  ],
  [
    'the site has refused a bid for a limit that the account meets now',
    { account: { refused: { siteMessage: null } } },
    [],
  ],
  ['the item could not be read', { item: { reading: { kind: 'unreachable' } } }, ['amber site_unreachable: none']],
  ['the login could not be verified', { login: { kind: 'unknown' } }, ['amber site_unreachable: none']],
  [
    'there are several problems',
    { bid: { previousEnd: END - HOUR }, item: { reading: { kind: 'unreachable' } }, login: { kind: 'missing' } },
    ['red login_missing: reconnect', 'amber end_moved: review_item', 'amber site_unreachable: none'],
  ],
]

test.each(ROWS)('When %s, the findings of a preflight say so', (_title, change, findings) => {
  expect(inShort(change)).toEqual(findings)
})

test('A login that expires before the auction ends is found only by the final preflight', () => {
  const short: Change = { login: { kind: 'works', until: END - 1 } }
  expect(inShort(short)).toEqual([])
  expect(inShort(short, FIRE_AT - 15 * MINUTE)).toEqual(['amber login_too_short: none'])
})

test('A finding that is fixed at the site has the address of the page', () => {
  const urls = found({ bid: { previousEnd: END - HOUR, maxBidCents: 1 }, account: { unpaidItems: 15 } }).map(
    ({ url }) => url,
  )
  expect(urls).toEqual([null, SITE.ordersUrl, SITE.itemUrl])
})

test('The message of a finding includes its figures', () => {
  expect(found({ item: { priceCents: 3_150, nextBidCents: 3_250 } })[0]?.message).toBe(
    'The price is $31.50, above your max of $25.00.',
  )
  expect(found({ bid: { previousEnd: END - 125 * MINUTE } })[0]?.message).toContain('2 h 5 min later')
  expect(
    found({ login: { kind: 'refused', siteMessage: 'The username or password are incorrect', sessionUntil: 0 } })[0]
      ?.message,
  ).toBe('ShopGoodwill refuses your login: “The username or password are incorrect”')
})
