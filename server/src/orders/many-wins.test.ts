import { api } from '@bidwell/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { type Winner, type Won, winning } from '../../test/wins.ts'
import { systemClock } from '../platform/clock.ts'

const UNPAID = 'OpenOrders/GetOpenOrders'
const PAID = 'ShippedOrders/GetAll'
const HOUR = 3_600_000
const COUNT = 12

type AtSite = 'unpaid' | 'unlisted' | 'paid' | 'shipped'
const MIX: AtSite[] = ['unpaid', 'unlisted', 'paid', 'shipped']

let bidding: Bidding
let it: ReturnType<typeof winning>
let ann: Winner
let items: Won[]
/** What became of each item at the site. */
const atSite = new Map<string, AtSite>()
beforeAll(async () => {
  bidding = await startBidding()
  it = winning(bidding)
  ann = await it.winner()
  items = await it.win(
    ann,
    Array.from({ length: COUNT }, (_, index) => `Lamp ${index}`),
  )
  for (const { auctionId } of items) atSite.set(auctionId, 'unpaid')
})
afterAll(() => bidding[Symbol.asyncDispose]())

/** Moves every fourth item on at the site, from the place `offset`. */
function moveOn(offset: number) {
  for (const [index, { itemId, auctionId }] of items.entries()) {
    if (index % 4 !== offset) continue
    const next = MIX[Math.min(MIX.indexOf(atSite.get(auctionId)!) + 1 + (index % 3), 3)]!
    atSite.set(auctionId, next)
    const trackingNumber = next === 'shipped' ? `7946${auctionId}` : ''
    if (next !== 'unpaid')
      bidding.house.control.payForListing({ itemId, trackingNumber, isListed: next !== 'unlisted' })
  }
}

async function readAgain(hours: number) {
  await bidding.db.deleteFrom('read_budgets').execute()
  await it.makeDue(ann)
  await it.check(systemClock.now() + hours * HOUR)
}

const TOLD = { to_pay: 'unpaid', said_paid: 'said', paid: 'paid', shipped: 'shipped' } as const

/** How many of the items we know as the site has them, how many we do not know, and how many we have wrong. */
async function compare() {
  const { body } = await bidding.api.call(api.listWins, { token: ann.token })
  const verdicts = body.data.wins.map(({ auction_id, state }) =>
    state === 'not_known' ? 'unknown' : TOLD[state] === atSite.get(auction_id) ? 'right' : 'wrong',
  )
  const count = (verdict: string) => verdicts.filter((each) => each === verdict).length
  return { right: count('right'), unknown: count('unknown'), wrong: count('wrong') }
}

/** How many are paid for and stand in neither list. */
const unlisted = () => [...atSite.values()].filter((each) => each === 'unlisted').length

test('Each won item is known as the site’s lists have it, or as not known, while the lists lag, fail and recover', async () => {
  expect(await compare()).toEqual({ right: 0, unknown: COUNT, wrong: 0 })
  await readAgain(0)
  expect(await compare()).toEqual({ right: COUNT, unknown: 0, wrong: 0 })

  moveOn(0)
  moveOn(1)
  await readAgain(1)
  expect(unlisted()).toBeGreaterThan(0)
  expect(await compare()).toEqual({ right: COUNT - unlisted(), unknown: unlisted(), wrong: 0 })

  // Items move on while the list of unpaid ones fails: what it had is not known any more.
  bidding.house.control.addFault({ kind: 'status', status: 503, endpoint: UNPAID })
  moveOn(2)
  await readAgain(2)
  const whileFailing = await compare()
  expect(whileFailing.wrong).toBe(0)
  expect(whileFailing.right).toBeGreaterThan(2)

  // Both fail. What the list of paid items has shown before stays true.
  bidding.house.control.addFault({ kind: 'garbage', endpoint: PAID })
  await readAgain(3)
  expect((await compare()).wrong).toBe(0)
  bidding.house.control.clearFaults()

  // The list of paid items lags: what was paid since stands in neither.
  bidding.house.control.addFault({ kind: 'page_lag', lagMs: 600_000, endpoint: PAID })
  moveOn(3)
  await readAgain(4)
  expect((await compare()).wrong).toBe(0)
  bidding.house.control.clearFaults()

  await readAgain(5)
  expect(await compare()).toEqual({ right: COUNT - unlisted(), unknown: unlisted(), wrong: 0 })
})
