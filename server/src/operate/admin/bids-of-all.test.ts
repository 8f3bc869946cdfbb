import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Administered, startAdministered } from '../../../test/appoint.ts'

let bidding: Administered
beforeAll(async () => {
  bidding = await startAdministered()
})
afterAll(() => bidding[Symbol.asyncDispose]())

/** The troubles of one bid, and the whole answer as text. */
async function troublesOf(id: number) {
  const { body } = await bidding.api.call(api.listBidsOfAll, { token: bidding.admin.token })
  return { whys: body.data.bids.filter((bid) => bid.id === id).map(({ why }) => why), text: JSON.stringify(body) }
}

const set = (id: number, change: string) => sql.raw(`update bids set ${change} where id = ${id}`).execute(bidding.db)

test('A bid is in trouble when nobody sends it, a silent engine holds it, or nobody knows its result, and else not', async () => {
  const [{ bid }, bystander] = [await bidding.scheduledBid(), await bidding.scheduledBid()]
  expect((await troublesOf(bid.id)).whys).toEqual([])
  await set(bid.id, `fire_at = now() - interval '1 min'`)
  const overdue = await troublesOf(bid.id)
  expect([overdue.whys, overdue.text.includes('max_bid')]).toEqual([['overdue'], false])

  await sql`
    insert into engines (host, pid, pid_started, started_at, heartbeat_at)
    values ('silent', 1, 'then', now(), clock_timestamp() - interval '1 min')`.execute(bidding.db)
  await set(bid.id, `engine_id = (select max(id) from engines)`)
  expect((await troublesOf(bid.id)).whys).toEqual(['held'])

  await set(bid.id, `engine_id = null, status = 'executed', executed_at = now()`)
  expect((await troublesOf(bid.id)).whys).toEqual([])
  await sql`update listings set ends_at = now() - interval '31 min'
             where id = (select listing_id from bids where id = ${bid.id})`.execute(bidding.db)
  expect((await troublesOf(bid.id)).whys).toEqual(['checking'])
  expect((await troublesOf(bystander.bid.id)).whys).toEqual([])
})

test('A bid that we missed is listed for a day', async () => {
  const { bid } = await bidding.scheduledBid()
  await sql`
    insert into measured_bids (bid_id, marketplace, due_at, class, sent, won, corrected)
    values (${bid.id}, 'shopgoodwill', now() - interval '23 hours', 'ours', false, false, false)`.execute(bidding.db)
  expect((await troublesOf(bid.id)).whys).toEqual(['missed'])
  await sql`update measured_bids set due_at = now() - interval '25 hours' where bid_id = ${bid.id}`.execute(bidding.db)
  expect((await troublesOf(bid.id)).whys).toEqual([])
})
