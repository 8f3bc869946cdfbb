import { randomUUID } from 'node:crypto'
import { api } from '@bidwell/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'
import { hashOfToken, makeTokenText } from '../identity/api-tokens/token-text.ts'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'

const CALLS = 12
/** When the process is killed: as soon as a call holds the key, its effect is there, or its answer is kept. */
const MOMENTS = [sql`true`, sql`done_at is not null`, sql`answer is not null`]
const HOUR_MS = 3_600_000

test('Of a dozen calls at once with one key, whose process is killed in between, one has an effect', async () => {
  await using it = await startSniping()
  const bystander = await it.snipe({ endsInSeconds: 3_600 })
  const secret = makeTokenText()
  const [id, now] = [randomUUID(), systemClock.now()]
  await it.db
    .insertInto('api_tokens')
    .values({
      id,
      account_id: it.accountId,
      name: 'sheet',
      token_hash: hashOfToken(secret) ?? Buffer.of(),
      scope: 'bid',
      max_bid_cents: 10_000,
      day_cap_cents: 1_000_000,
      created_at: new Date(now),
      expires_at: new Date(now + HOUR_MS),
    })
    .execute()

  let running = await it.spawnApi()
  for (const [round, moment] of MOMENTS.entries()) {
    const { itemId, bidId } = await it.snipe({ endsInSeconds: 3_600 })
    const body = { auctionId: String(itemId), maxBid: 30, confirmMaxBid: 30, secondsBeforeEnd: 5 }
    const headers = { 'Idempotency-Key': `round ${round}` }
    const raise = () => running.client.call(api.scheduleBid, { token: secret, body, headers })
    const calls = Array.from({ length: CALLS }, () => raise().catch(() => null))
    const hasCome = async () => {
      const { rows } = await sql`
        select from idempotency_keys where key = ${headers['Idempotency-Key']} and ${moment}`.execute(it.db)
      return rows.length > 0 || null
    }
    expect(await pollUntil(systemClock, hasCome, { everyMs: 1, forMs: 60_000 })).toBe(true)
    await it.kill(running.child)
    await Promise.all(calls)

    running = await it.spawnApi()
    await sql`update idempotency_keys set created_at = created_at - interval '1 minute'`.execute(it.db)
    const repeats = await Promise.all(Array.from({ length: CALLS }, raise))
    const last = await raise()
    expect(repeats.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
    expect(last.status === 200 || last.failure.code === 'idempotency_done', last.failure.message).toBe(true)
    const { rows } = await sql<{ events: number; deeds: number; cents: number }>`
      select (select count(*)::int from bid_events where bid_id = ${bidId} and kind = 'changed') as events,
             (select count(*)::int from security_events where kind = 'api_token_used'
                 and detail ->> 'auction' = ${String(itemId)}) as deeds,
             (select max_bid_cents::int from bids where id = ${bidId}) as cents`.execute(it.db)
    expect([round, ...rows]).toEqual([round, { events: 1, deeds: 1, cents: 3_000 }])
  }
  const other = await it.db
    .selectFrom('bids')
    .select('max_bid_cents')
    .where('id', '=', bystander.bidId)
    .executeTakeFirstOrThrow()
  expect(other.max_bid_cents).toBe(2_500)
})
