import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { announceChange } from './announce-change.ts'
import type { Change } from './change.ts'
import { followChanges } from './follow-changes.ts'

const LAST = { what: 'bid', accountId: 1, bidId: 99 } satisfies Change

/** Everything heard up to LAST, which each test announces at its end. */
function hear() {
  const heard: Change[] = []
  const ended = Promise.withResolvers<Change[]>()
  const onChange = (change: Change) => {
    heard.push(change)
    if (change.what === 'bid' && change.bidId === LAST.bidId) ended.resolve(heard)
  }
  return { onChange, ended: ended.promise }
}

const quiet = { onReconnect: () => {} }

test('a change is heard by everybody who follows', async () => {
  await using it = await createTestDatabase()
  const [here, there] = [hear(), hear()]
  await using _one = await followChanges(it.database, here.onChange, quiet)
  await using _other = await followChanges(it.database, there.onChange, quiet)
  const change: Change = { what: 'session', sessionId: '0198c1de-5d4b-7d9a-9b1f-0a6f2f6f1e11' }
  await announceChange(it.db, change)
  await announceChange(it.db, LAST)
  expect(await here.ended).toEqual([change, LAST])
  expect(await there.ended).toEqual([change, LAST])
})

test('a change is heard when its transaction commits, and never when it is undone', async () => {
  await using it = await createTestDatabase()
  const { onChange, ended } = hear()
  await using _following = await followChanges(it.database, onChange, quiet)
  const undone = it.db.transaction().execute(async (tx) => {
    await announceChange(tx, { what: 'listing', listingId: 1 })
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  await it.db.transaction().execute((tx) => announceChange(tx, { what: 'listing', listingId: 2 }))
  await announceChange(it.db, LAST)
  expect(await ended).toEqual([{ what: 'listing', listingId: 2 }, LAST])
})

test('a change that this version does not know is passed over', async () => {
  await using it = await createTestDatabase()
  const { onChange, ended } = hear()
  await using _following = await followChanges(it.database, onChange, quiet)
  await sql`select pg_notify('changes', '{"what":"moon","phase":3}')`.execute(it.db)
  await announceChange(it.db, LAST)
  expect(await ended).toEqual([LAST])
})
