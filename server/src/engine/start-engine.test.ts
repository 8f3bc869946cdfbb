import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'
import { readSiteTime } from '../marketplace/site-time.ts'

/** An arrival may differ by this much from the plan. The benchmarks measure precision; a busy machine has little. */
const TOLERANCE_MS = 1_000
const MAX_QUERY_MS = 1_000
/** How often a bid is read again before its moment depends on how fast the pages come. */
const WHOLE_LOG = /^armed (reread )*locked_in sent answered settled$/
const isSettled = ({ settled_at }: { settled_at: Date | null }) => settled_at !== null

describe('an engine', () => {
  test('A snipe bids its maximum at its moment, wins, and has a complete log', async () => {
    await using it = await startSniping()
    await using _engine = await it.startEngine()
    const { bidId, itemId, endsAt } = await it.snipe({ maxBidCents: 2_500, secondsBeforeEnd: 2, endsInSeconds: 25 })

    const bid = await it.until(bidId, isSettled)
    expect(bid).toMatchObject({ status: 'won', outcome: 'won', final_price_cents: 999, engine_id: null })
    const arrivals = it.arrivals(itemId)
    expect(arrivals).toMatchObject([{ amountCents: 2_500, userName: 'demo' }])
    expect(arrivals[0]!.firstByteAt).toBeGreaterThan(endsAt - 2_000 - TOLERANCE_MS)
    expect(arrivals[0]!.firstByteAt).toBeLessThan(endsAt)
    expect((await it.eventsOf(bidId)).map(({ kind }) => kind).join(' ')).toMatch(WHOLE_LOG)
  })

  test('An entry that the database refuses is set aside with an alarm, and all other work goes on', async () => {
    await using it = await startSniping()
    const bidder = await it.addBystander()
    const refused = await it.snipe({ endsInSeconds: 28, secondsBeforeEnd: 3 })
    const cancelled = await it.snipe({ endsInSeconds: 60 })
    const bystander = await it.snipe({ accountId: bidder, endsInSeconds: 28, secondsBeforeEnd: 3 })
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before insert on bid_events for each row
        when (new.bid_id = ${sql.lit(refused.bidId)}) execute function refuse()`.execute(it.db)
    await using _engine = await it.startEngine()

    const won = { status: 'won', outcome: 'won' }
    expect(await it.until(bystander.bidId, isSettled)).toMatchObject(won)
    expect(await it.until(refused.bidId, isSettled)).toMatchObject(won)
    expect((await it.eventsOf(bystander.bidId)).map(({ kind }) => kind).join(' ')).toMatch(WHOLE_LOG)
    expect(await it.eventsOf(refused.bidId)).toEqual([])
    const alarms = await it.db.selectFrom('alarms').select(['kind', 'subject']).execute()
    expect(alarms).toEqual([{ kind: 'entry_rejected', subject: `bid ${refused.bidId}` }])
    const files = await readdir(join(it.dataDir, 'engine'))
    const [kept] = files.filter((name) => name.startsWith('rejected-'))
    expect(await readFile(join(it.dataDir, 'engine', kept!), 'utf8')).toContain('"kind":"sent"')

    await it.db
      .updateTable('bids')
      .set({ pending: '{"kind":"cancel","lowered":null}' })
      .where('id', '=', cancelled.bidId)
      .execute()
    await it.until(cancelled.bidId, ({ status }) => status === 'cancelled')
    expect(it.arrivals(cancelled.itemId)).toEqual([])
  })

  test("An engine without snipes measures the site's clock for the other processes", async () => {
    await using it = await startSniping()
    it.house.control.setClock({ offsetMs: 3_700 })
    await using _engine = await it.startEngine()
    const read = () => readSiteTime({ db: it.db, clock: it.clock, marketplace: it.marketplace })
    await it.awaitAnswer(async () => ((await read()).uncertainty_ms ?? Infinity) <= 1_500 || null)
    const { now, uncertainty_ms } = await read()
    expect(Math.abs(Date.parse(now) - it.clock.now() - 3_700)).toBeLessThan(uncertainty_ms! + MAX_QUERY_MS)
  })
})
