import { expect, test } from 'vitest'
import { createBid } from '../../../test/auctions.ts'
import { bidToast, spokenText } from './bid-toast.ts'

const SITE = 'Auction House'
const lamp = { title: 'Brass Desk Lamp', auctionId: '500000130', maxBid: 29.5 }
const toastFor = (fields: Parameters<typeof createBid>[0]) => bidToast(createBid({ ...lamp, ...fields }), SITE)
const won = (finalPrice: number | null) => toastFor({ status: 'won', outcome: 'won', finalPrice })
const lost = (finalPrice: number | null) => toastFor({ status: 'lost', outcome: 'lost', finalPrice })?.heading

test('The toast of a won bid states the price, and how much of the maximum is left if any is', () => {
  expect(won(9.99)).toMatchObject({
    kind: 'success',
    heading: 'Won: Brass Desk Lamp for $9.99, $19.51 under your max',
    text: null,
    action: 'pay',
  })
  expect(won(29.5)?.heading).toBe('Won: Brass Desk Lamp for $29.50')
  expect(won(null)?.heading).toBe('Won: Brass Desk Lamp')
})

test('The toast of a lost bid states the final price, and by how much it exceeds the maximum', () => {
  expect(lost(30.5)).toBe('Lost: Brass Desk Lamp sold for $30.50, $1.00 over your max')
  expect(lost(29.5)).toBe('Lost: Brass Desk Lamp sold for $29.50, to an equal bid that came first')
  expect(lost(12)).toBe('Lost: Brass Desk Lamp sold for $12.00')
  expect(lost(null)).toBe('Lost: Brass Desk Lamp')
})

test("The toasts of placed, outbid and failed bids have the auction's title as their heading, and the described texts", () => {
  expect(toastFor({ status: 'executed' })).toMatchObject({
    kind: 'success',
    heading: 'Bid placed: Brass Desk Lamp',
    text: 'Your bid for auction 500000130 has been executed successfully!',
  })
  for (const outcome of ['outbid_on_arrival', 'price_past_maximum'] as const)
    expect(toastFor({ status: 'outbid', outcome })).toMatchObject({
      kind: 'warning',
      heading: 'Outbid: Brass Desk Lamp',
      text: 'You have been outbid on auction 500000130! Current price is higher than your max bid.',
    })
  expect(toastFor({ status: 'failed', outcome: 'site_down', errorDetail: 'The site was down.' })).toMatchObject({
    kind: 'error',
    heading: 'Not placed: Brass Desk Lamp',
    text: 'Your bid for auction 500000130 failed to execute. The site was down.',
    action: 'receipt',
  })
})

test('The toast of a placed bid that the price has passed says that it is outbid, in no green', () => {
  expect(bidToast(createBid({ ...lamp, status: 'executed' }), SITE, true)).toMatchObject({
    kind: 'warning',
    heading: 'Outbid: Brass Desk Lamp',
    text: 'You have been outbid on auction 500000130! Current price is higher than your max bid.',
  })
})

test('The toast of a failed bid without a detail states the reason of its outcome, and a refused login can be fixed', () => {
  expect(toastFor({ status: 'failed', outcome: 'login_refused' })).toMatchObject({
    text: 'Your bid for auction 500000130 failed to execute. Auction House refused your login.',
    action: 'fix',
  })
})

test('A bid that a withdrawn item or a pause prevented has a toast, and one that its owner cancelled has none', () => {
  expect(toastFor({ status: 'auction_ended', outcome: 'withdrawn' })).toMatchObject({ text: 'The item was withdrawn.' })
  expect(toastFor({ status: 'cancelled', outcome: 'paused' })).toMatchObject({
    text: 'Bidding was paused when the auction closed.',
  })
  expect(toastFor({ status: 'cancelled', outcome: 'cancelled' })).toBeNull()
  expect(toastFor({ status: 'pending' })).toBeNull()
})

test('A long title is cut in the heading, and the spoken form has the heading and the text', () => {
  const toast = toastFor({ status: 'auction_ended', outcome: 'withdrawn', title: 'lamp '.repeat(30) })
  expect(toast?.heading).toMatch(/^Not placed: .{39}…$/)
  expect(toast && spokenText(toast)).toMatch(/…\. The item was withdrawn\.$/)
})

test('The toast of a bid whose result stayed unknown does not claim that it was placed or not', () => {
  expect(toastFor({ status: 'executed', phase: 'settled', outcome: 'unresolved' })).toMatchObject({
    kind: 'error',
    heading: 'Result not known: Brass Desk Lamp',
    text: expect.stringMatching(/^The bid was sent, but Auction House has not shown how it ended/),
  })
})
