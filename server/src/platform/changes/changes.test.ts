import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { announceChange, type Change } from './announce-change.ts'
import { followChanges } from './follow-changes.ts'

const LAST = { what: 'bid', accountId: 1, bidId: 99 } satisfies Change

/** A follower. `all` resolves with every change up to LAST, which each test announces at its end. */
async function follow({ database }: TestDatabase) {
  const received: Change[] = []
  const { promise, resolve } = Promise.withResolvers<Change[]>()
  const onChange = (change: Change) => {
    received.push(change)
    if (change.what === 'bid' && change.bidId === LAST.bidId) resolve(received)
  }
  const warn = vi.fn<() => void>()
  const following = await followChanges(database, onChange, { onReconnect: () => {}, log: { warn } })
  return { all: promise, warn, [Symbol.asyncDispose]: () => following[Symbol.asyncDispose]() }
}

test('Every follower receives a change', async () => {
  await using database = await createTestDatabase()
  await using one = await follow(database)
  await using other = await follow(database)
  const change: Change = { what: 'session', sessionId: '0198c1de-5d4b-7d9a-9b1f-0a6f2f6f1e11' }
  await announceChange(database.db, change)
  await announceChange(database.db, LAST)
  expect(await one.all).toEqual([change, LAST])
  expect(await other.all).toEqual([change, LAST])
})

test('A change is announced when its transaction commits, and not when it is rolled back', async () => {
  await using database = await createTestDatabase()
  await using follower = await follow(database)
  const rolledBack = database.db.transaction().execute(async (tx) => {
    await announceChange(tx, { what: 'listing', listingId: 1 })
    throw new Error('undo')
  })
  await expect(rolledBack).rejects.toThrow('undo')
  await database.db.transaction().execute((tx) => announceChange(tx, { what: 'listing', listingId: 2 }))
  await announceChange(database.db, LAST)
  expect(await follower.all).toEqual([{ what: 'listing', listingId: 2 }, LAST])
})

test('A notification that is no change is ignored, and of many the first alone is logged', async () => {
  await using database = await createTestDatabase()
  await using follower = await follow(database)
  const rubbish = [
    '{"what":"moon","phase":3}',
    'x',
    '',
    'null',
    '[]',
    '7',
    '{"what":"bid"',
    '{"what":"bid","accountId":"1","bidId":1}',
    '{"what":"bid","accountId":1e400,"bidId":1}',
    '{"what":"bid","accountId":9007199254740993,"bidId":1}',
    '{"what":"session","sessionId":"\\u0000"}',
    '{"__proto__":{"what":"pause","accountId":null}}',
    '['.repeat(7_999),
    `"${'x'.repeat(7_997)}"`,
  ]
  await sql`select pg_notify('changes', payload) from unnest(${rubbish}::text[]) payload`.execute(database.db)
  await announceChange(database.db, LAST)
  expect(await follower.all).toEqual([LAST])
  expect(follower.warn).toHaveBeenCalledOnce()
})
