import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import type { Db } from './database/tables.ts'
import { enqueue } from './enqueue.ts'

async function waitingJobs(db: Db) {
  const { rows } = await sql<{ task: string; payload: unknown; runAt: Date }>`
    select identifier as task, payload, run_at as "runAt"
      from graphile_worker._private_jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id
  `.execute(db)
  return rows
}

test('A job that is enqueued in a transaction that rolls back does not exist', async () => {
  await using it = await createTestDatabase()
  const undone = it.db.transaction().execute(async (tx) => {
    await enqueue(tx, 'refresh', { listingId: 1 })
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  expect(await waitingJobs(it.db)).toEqual([])
})

test('A job replaces a waiting job with the same key', async () => {
  await using it = await createTestDatabase()
  const runAt = Date.UTC(2030, 0, 1)
  await enqueue(it.db, 'refresh', { listingId: 1 }, { jobKey: 'one' })
  await enqueue(it.db, 'refresh', { listingId: 2 }, { jobKey: 'one', runAt })
  expect(await waitingJobs(it.db)).toEqual([{ task: 'refresh', payload: { listingId: 2 }, runAt: new Date(runAt) }])
})
