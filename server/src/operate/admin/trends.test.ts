import { api, SITE_ZONE } from '@bidwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Administered, startAdministered } from '../../../test/appoint.ts'

let bidding: Administered
beforeAll(async () => {
  bidding = await startAdministered()
})
afterAll(() => bidding[Symbol.asyncDispose]())

const read = async (days?: '7' | '30' | '90') =>
  (await bidding.api.call(api.readTrends, { token: bidding.admin.token, query: days ? { days } : {} })).body.data

test('Each day of the period is there, and the last one is today in the time zone of the site', async () => {
  const { days } = await read('7')
  expect(days).toHaveLength(7)
  expect(days.at(-1)).toBe(new Intl.DateTimeFormat('en-CA', { timeZone: SITE_ZONE }).format(Date.now()))
  expect((await read()).days).toHaveLength(30)
})

test('Events are counted on the day of the site on which they happened, and older ones not at all', async () => {
  // One second before and at the midnight of the site with which the first of the seven days begins.
  await sql`
    insert into product_events (kind, at)
    select 'trial_expired', ((now() at time zone ${SITE_ZONE})::date - 6)::timestamp at time zone ${SITE_ZONE} + s * interval '1 s'
      from unnest(array[-1, 0, 1]) s`.execute(bidding.db)
  const { events } = await read('7')
  expect(events.find(({ kind }) => kind === 'trial_expired')?.counts).toEqual([2, 0, 0, 0, 0, 0, 0])
  expect(events.find(({ kind }) => kind === 'user_registered')?.counts.at(-1)).toBe(1)
})

test('Failed sign-ins are counted by cause, and what came of them', async () => {
  await sql`
    insert into login_failure_trail (step, session_id, error_type, attempt_count, at)
    values ('failed', 'a-tab', 'network_error', 1, now()), ('resolved', 'a-tab', null, null, now())`.execute(bidding.db)
  const { sign_in_failures } = await read('7')
  expect(sign_in_failures.map(({ kind, counts }) => [kind, counts.at(-1)])).toEqual(
    expect.arrayContaining([
      ['network_error', 1],
      ['resolved', 1],
    ]),
  )
})

test('The speed of a day is what three of four measurements did not exceed, and of a day without any it is not known', async () => {
  await sql`insert into performance_metrics (metric, value, page, user_agent, measured_at, at)
            select 'LCP', v, '/', 'A browser', now(), now() from unnest(array[100, 200, 300, 400, 9000]) v`.execute(
    bidding.db,
  )
  const { speeds } = await read('7')
  const lcp = speeds.find(({ metric }) => metric === 'LCP')
  expect([lcp?.values.at(0), lcp?.values.at(-1), lcp?.measurements]).toEqual([null, 400, 5])
  expect(speeds.find(({ metric }) => metric === 'CLS')?.measurements).toBe(0)
})

test('To hold claims against, there are the verified accounts, and the sent bids of the present site whose result is known', async () => {
  const at = new Date()
  const bid = { due_at: at, class: 'accepted', sent: true, won: true, corrected: false } as const
  await bidding.db
    .insertInto('measured_bids')
    .values([
      { bid_id: 1, marketplace: bidding.site.id, ...bid },
      { bid_id: 2, marketplace: bidding.site.id, ...bid, won: false },
      { bid_id: 3, marketplace: bidding.site.id, ...bid, sent: false, won: false, class: 'ours' },
      { bid_id: 4, marketplace: bidding.site.id, ...bid, won: false, class: 'unknown' },
      { bid_id: 5, marketplace: 'elsewhere', ...bid },
      { bid_id: 6, marketplace: bidding.site.id, ...bid, due_at: new Date(at.getTime() - 91 * 86_400_000) },
    ])
    .execute()
  expect((await read('7')).measured).toEqual({ verified_accounts: 1, sent: 2, won: 1 })
})
