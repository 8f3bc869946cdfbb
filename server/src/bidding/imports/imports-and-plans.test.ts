import { api, messages } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { NOON, startPlanning } from '../../../test/planning.ts'
import { importBudget } from '../../identity/limits/attempt-budgets.ts'

test('An import that the plan has no room for is refused as a whole, and tracked auctions take no room', async () => {
  await using it = await startPlanning()
  const person = await it.bidder()
  await it.subscribe(person, 'two')
  const items = Array.from({ length: 3 }, () => it.listItem().auctionId)
  await it.track(person, items[0]!)
  const send = (links: string[], bid = false) => {
    const body = { lines: links.map((link) => ({ link, max: 20 })), bid }
    return it.api.call(api.importAuctions, { token: person.token, body })
  }
  const { status, failure } = await send(items)
  expect([status, failure.code, failure.message]).toEqual([
    403,
    'plan_limit_reached',
    messages.plan.noRoomForAuctions(2, 1),
  ])
  expect(await it.db.selectFrom('import_lines').select('line').execute()).toEqual([])
  expect((await send(items.slice(0, 2))).status).toBe(200)

  const other = await it.bidder()
  await it.subscribe(other, 'ten')
  const body = { lines: Array.from({ length: 11 }, () => ({ link: it.listItem().auctionId, max: 20 })), bid: true }
  const bidding = await it.api.call(api.importAuctions, { token: other.token, body })
  expect(bidding.failure.message).toBe(messages.plan.noRoomForSnipes(11, 10))
})

test('After thirty imports within six hours the account waits, refused ones and those with a refused body among them', async () => {
  await using it = await startPlanning()
  const [person, bystander] = [await it.bidder(), await it.bidder()]
  for (const each of [person, bystander]) await it.subscribe(each, 'two')
  const spent = { ...importBudget(person.accountId), used: 28, updated_at: new Date(NOON) }
  await it.db.insertInto('attempt_budgets').values(spent).execute()
  const send = async ({ token }: { token: string }, body: Record<string, unknown>) =>
    (await it.api.call(api.importAuctions, { token, body })).status
  const tooMany = { lines: [1, 2, 3].map((index) => ({ link: String(300_000_000 + index) })) }
  expect([await send(person, tooMany), await send(person, { nonsense: 1 })]).toEqual([403, 400])
  const lines = [{ link: it.listItem().auctionId, max: 20 }]
  expect([await send(person, { lines }), await send(bystander, { lines })]).toEqual([429, 200])
  it.clock.set(NOON + 12 * 60_000)
  expect(await send(person, { lines })).toBe(200)
})
