import { api, messages } from '@bidwell/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Bidding, startBidding } from '../../test/bidding.ts'
import { type Winner, winning } from '../../test/wins.ts'
import { readOccasions } from '../alerts/read-occasions.ts'
import { systemClock } from '../platform/clock.ts'

const UNPAID = 'OpenOrders/GetOpenOrders'
const HOUR = 3_600_000

let bidding: Bidding
let it: ReturnType<typeof winning>
let ann: Winner
beforeAll(async () => {
  bidding = await startBidding()
  it = winning(bidding)
})
afterAll(() => bidding[Symbol.asyncDispose]())
beforeEach(async () => {
  ann = await it.winner()
})
afterEach(async () => {
  bidding.house.control.clearFaults()
  bidding.house.control.setOrders({ paymentDays: 7 })
  await bidding.db.deleteFrom('read_budgets').execute()
  await bidding.db.updateTable('order_readings').set({ next_read_at: null }).execute()
  await bidding.db
    .updateTable('bids')
    .set({ settled_at: new Date(0) })
    .execute()
})

const remindersOf = async ({ accountId } = ann) =>
  (
    await bidding.db
      .selectFrom('notifications')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('kind', '=', 'payment_due')
      .orderBy('id')
      .execute()
  ).map(({ key }) => key.replace(/^.*: /, ''))

const setZone = (zone: string) =>
  bidding.db.updateTable('accounts').set({ zone }).where('id', '=', ann.accountId).execute()

/** An item to pay whose date is known, and the instants around it in the zone of its owner. */
async function toPay(zone = 'America/Los_Angeles') {
  const [item] = await it.win(ann, ['lamp'])
  await it.makeDue(ann)
  await it.check()
  const { body } = await bidding.api.call(api.listWins, { token: ann.token })
  const payBy = body.data.wins[0]!.pay_by!
  const at = (daysBefore: number, time: string) =>
    Temporal.PlainDate.from(payBy).subtract({ days: daysBefore }).toZonedDateTime({ timeZone: zone, plainTime: time })
      .epochMilliseconds
  return { item: item!, payBy, at }
}

test('An owner is reminded two days and a day ahead, at nine in the own zone, once each, after a fresh reading', async () => {
  await setZone('Europe/Berlin')
  const bea = await it.winner()
  const { at } = await toPay('Europe/Berlin')
  await it.check(at(2, '08:30'))
  expect(await remindersOf()).toEqual([])
  const before = bidding.house.control.readReads().reads[UNPAID]!.total
  await it.check(at(2, '09:00'))
  expect(await remindersOf()).toEqual(['two_days'])
  expect(bidding.house.control.readReads().reads[UNPAID]!.total).toBe(before + 1)
  await it.makeDue(ann)
  await it.check(at(2, '18:00'))
  expect(await remindersOf()).toEqual(['two_days'])
  await it.check(at(1, '09:00'))
  await it.makeDue(ann)
  await it.check(at(0, '12:00'))
  await it.makeDue(ann)
  await it.check(at(-1, '12:00'))
  expect(await remindersOf()).toEqual(['two_days', 'one_day'])
  expect(await remindersOf(bea)).toEqual([])
})

test.each([
  ['paid at the site', (itemId: number) => void bidding.house.control.payForListing({ itemId })],
  ['in neither list', (itemId: number) => void bidding.house.control.payForListing({ itemId, isListed: false })],
])('Of what is %s by then, nobody is reminded', async (_name, pay) => {
  const { item, at } = await toPay()
  pay(item.itemId)
  await it.check(at(2, '09:00'))
  await it.check(at(1, '09:00'))
  expect(await remindersOf()).toEqual([])
})

test('Of what its owner has ticked, nobody is reminded while the list may only lag', async () => {
  const { at } = await toPay()
  await bidding.db
    .updateTable('tracked_auctions')
    .set({ said_paid_at: new Date(at(2, '08:00')) })
    .where('account_id', '=', ann.accountId)
    .execute()
  await it.check(at(2, '09:00'))
  expect(await remindersOf()).toEqual([])
  // A day later, the list still has it as unpaid: the tick was a mistake.
  await it.check(at(1, '09:00'))
  expect(await remindersOf()).toEqual(['one_day'])
})

test('A date that is learnt less than a day ahead is told at once, and only once', async () => {
  bidding.house.control.setOrders({ paymentDays: 0 })
  await toPay()
  await it.makeDue(ann)
  await it.check()
  expect(await remindersOf()).toEqual(['one_day'])
})

test('A date that has passed is no reminder', async () => {
  bidding.house.control.setOrders({ paymentDays: -2 })
  await toPay()
  expect(await remindersOf()).toEqual([])
  const { body } = await bidding.api.call(api.listWins, { token: ann.token })
  expect(body.data.wins).toMatchObject([{ state: 'to_pay', is_overdue: true }])
})

test('While the list cannot be read, the last reminder alone is sent, and says that it may be paid', async () => {
  const { at } = await toPay()
  bidding.house.control.addFault({ kind: 'status', status: 503, endpoint: UNPAID })
  await it.check(at(2, '09:00'))
  expect(await remindersOf()).toEqual([])
  await bidding.db.deleteFrom('read_budgets').execute()
  await it.check(at(1, '09:00'))
  expect(await remindersOf()).toEqual(['one_day'])
  const told = await bidding.db
    .selectFrom('notifications')
    .select(['kind', 'values'])
    .where('account_id', '=', ann.accountId)
    .where('kind', 'like', 'payment_%')
    .execute()
  expect(told).toMatchObject([{ kind: 'payment_due', values: { isConfirmed: false } }])
  const { describe } = messages.notification
  expect(describe('payment_due', told[0]!.values, { site: 'Auction House', time: String }).text).toMatch(
    /^It was unpaid when .* which cannot be read now\. Pay on Auction House, or tick it as paid\.$/,
  )
})

test('A reminder has no use after its date', async () => {
  const { at, payBy } = await toPay()
  await it.check(at(2, '09:00'))
  const { id } = await bidding.db
    .selectFrom('notifications')
    .select('id')
    .where('account_id', '=', ann.accountId)
    .where('kind', '=', 'payment_due')
    .executeTakeFirstOrThrow()
  const which = { ids: [id] }
  const [due] = await readOccasions(bidding.ctx, ann.accountId, { which, now: at(2, '10:00') })
  const midnight = Temporal.PlainDate.from(payBy).add({ days: 1 }).toZonedDateTime('America/Los_Angeles')
  expect(due?.occasion).toMatchObject({ isTrue: true, class: 'result', deadline: midnight.epochMilliseconds })
})

test('An account whose reminders cannot be reckoned delays neither the check of others nor their reminders', async () => {
  await setZone('PST')
  const bea = await it.winner()
  const settle = async ({ bidId }: { bidId: number }, minutesAgo: number) => {
    const settled_at = new Date(systemClock.now() - minutesAgo * (HOUR / 60))
    await bidding.db.updateTable('bids').set({ settled_at }).where('id', '=', bidId).execute()
  }
  const [lamp] = await it.win(ann, ['lamp'])
  const [vase] = await it.win(bea, ['vase'])
  await settle(lamp!, 4)
  await settle(vase!, 3)
  await it.check()
  const checked = bidding.db
    .selectFrom('bids')
    .select('orders_checked_at')
    .where('id', 'in', [lamp!.bidId, vase!.bidId])
  for (const { orders_checked_at } of await checked.execute()) expect(orders_checked_at).not.toBeNull()

  const { body } = await bidding.api.call(api.listWins, { token: bea.token })
  const day = Temporal.PlainDate.from(body.data.wins[0]!.pay_by!).subtract({ days: 2 })
  const nine = day.toZonedDateTime({ timeZone: 'America/Los_Angeles', plainTime: '09:00' }).epochMilliseconds
  await it.makeDue(ann)
  await it.check(nine)
  expect([await remindersOf(ann), await remindersOf(bea)]).toEqual([[], ['two_days']])
  const next = bidding.db.selectFrom('order_readings').select('next_read_at').where('account_id', '=', ann.accountId)
  expect(await next.execute()).toEqual([{ next_read_at: new Date(nine + HOUR) }])
})
