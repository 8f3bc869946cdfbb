import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openPlace } from '../../../test/restoring.ts'

/*
 * An installation is backed up, and lives on for a while; then its backup is restored into another database, while the auction
 * house goes on. What the auction house has received tells whether anything was sent that nobody wanted any more.
 */

describe('bids that are restored', () => {
  test('A restored bid that nobody keeps is not sent, and says so once its auction has closed', async () => {
    await using it = await openPlace()
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 20, secondsBeforeEnd: 6 })
    const there = await it.restore(await it.backUp())
    await there.until(bidId, ({ status }) => status === 'failed')
    expect(await there.readBid(bidId)).toMatchObject({
      outcome: 'not_confirmed',
      error_detail: 'Not sent: nobody confirmed it after a restore.',
      engine_id: null,
    })
    expect(it.sent(itemId)).toEqual([])
  })

  test('A restored bid that its owner keeps is sent once, at its moment', async () => {
    await using it = await openPlace()
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 120, secondsBeforeEnd: 6 })
    const there = await it.restore(await it.backUp())
    await there.keep(bidId)
    await there.until(bidId, ({ status }) => status === 'won')
    expect(it.sent(itemId)).toEqual(['leading'])
  })

  test('A bid that was sent after the backup is found at the site, not sent again, and won', async () => {
    await using it = await openPlace()
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 130, secondsBeforeEnd: 100 })
    const source = await it.backUp()
    await it.sendAtOldPlace(itemId)
    const there = await it.restore(source)
    // Its moment has passed and the close is ahead: it is read first.
    await there.until(bidId, ({ status }) => status === 'executed')
    await there.until(bidId, ({ status }) => status === 'won')
    expect(it.sent(itemId)).toEqual(['leading'])
  })

  test('A bid that was cancelled after the backup is not sent, and the owner is asked about it in vain', async () => {
    await using it = await openPlace()
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 20, secondsBeforeEnd: 12 })
    const source = await it.backUp()
    await it.db.updateTable('bids').set({ status: 'cancelled', outcome: 'cancelled' }).where('id', '=', bidId).execute()
    const there = await it.restore(source)
    await there.until(bidId, ({ outcome }) => outcome === 'not_confirmed')
    expect(it.sent(itemId)).toEqual([])
  })

  test.each([
    { state: 'armed', columns: { engine_id: true } },
    { state: 'locked in', columns: { engine_id: true, locked_in_at: true } },
    { state: 'checking', columns: { engine_id: true, locked_in_at: true, uncertain_since: true } },
  ])('A bid that was $state at the backup is not sent by the engine of the new place', async ({ columns }) => {
    await using it = await openPlace()
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 16, secondsBeforeEnd: 10 })
    const now = new Date(it.clock.now())
    const { rows } = await sql<{ id: number }>`
      insert into engines (host, pid, pid_started, started_at) values ('elsewhere/1/2', 1, 'then', ${now})
      returning id`.execute(it.db)
    await it.db
      .updateTable('bids')
      .set({ fence: 3, ...(columns.engine_id && { engine_id: rows[0]?.id ?? null }) })
      .set({ ...(columns.locked_in_at && { locked_in_at: now }) })
      .set({ ...(columns.uncertain_since && { uncertain_since: now }) })
      .where('id', '=', bidId)
      .execute()
    const source = await it.backUp()
    const there = await it.restore(source)
    await there.until(bidId, ({ outcome }) => outcome === 'not_confirmed')
    expect(it.sent(itemId)).toEqual([])
  })

  test('A bid whose auction closed before the restore is settled by what the site shows, and not sent', async () => {
    await using it = await openPlace()
    const won = await it.snipe({ endsInSeconds: 14, secondsBeforeEnd: 5 })
    const source = await it.backUp()
    await it.sendAtOldPlace(won.itemId)
    await it.clock.pass(won.endsAt + 2_000 - it.clock.now())
    const there = await it.restore(source)
    await there.until(won.bidId, ({ status }) => status === 'won')
    expect(it.sent(won.itemId)).toEqual(['leading'])
  })

  test('Once the site does not show a bid whose moment has passed, its owner can keep it, and it is sent late', async () => {
    await using it = await openPlace()
    const { bidId, itemId } = await it.snipe({ endsInSeconds: 170, secondsBeforeEnd: 160 })
    const source = await it.backUp()
    const there = await it.restore(source)
    await there.untilLogged(bidId, 'verified')
    expect(it.sent(itemId)).toEqual([])
    await there.keep(bidId)
    await it.untilSent(itemId)
    await there.until(bidId, ({ status }) => status === 'won')
    expect(it.sent(itemId)).toEqual(['leading'])
  })

  test('No statement locks in a restored bid', async () => {
    await using it = await openPlace()
    const { bidId } = await it.snipe({ endsInSeconds: 600 })
    const there = await it.restore(await it.backUp(), { hasEngine: false })
    const { rows } = await sql<{ id: number }>`
      insert into engines (host, pid, pid_started, started_at) values ('a/1/2', 1, 'then', now()) returning id`.execute(
      there.db,
    )
    await sql`
      update bids set engine_id = ${rows[0]?.id}, fence = fence + 1, locked_in_at = now() where id = ${bidId}`.execute(
      there.db,
    )
    await sql`update bids set locked_in_at = now() where id = ${bidId}`.execute(there.db)
    expect(await there.readBid(bidId)).toMatchObject({ locked_in_at: null })
  })
})
