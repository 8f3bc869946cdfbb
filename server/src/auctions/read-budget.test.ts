import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { pauseReads, takeRead } from './read-budget.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

/** So slow that nothing is refilled while a test runs. */
const slow = (siteId: string) => ({ siteId, readsPerSecond: 0.001 })

test('of many that ask at once, no more are served than the budget holds', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => takeRead(database.db, slow('a'))))
  expect(answers.filter((waitMs) => waitMs === 0)).toHaveLength(20)
  expect(Math.max(...answers)).toBeGreaterThan(900_000)
})

test('the budget fills up again with time, and no further than it holds', async () => {
  const budget = { siteId: 'b', readsPerSecond: 5 }
  await takeRead(database.db, budget)
  const spend = (tokens: number, secondsAgo: number) =>
    database.db
      .updateTable('read_budgets')
      .set({ tokens, refilled_at: new Date(performance.timeOrigin + performance.now() - secondsAgo * 1_000) })
      .where('marketplace', '=', 'b')
      .execute()

  await spend(0, 1)
  expect(await takeRead(database.db, budget)).toBe(0)
  await spend(0, 3_600)
  await takeRead(database.db, budget)
  const { tokens } = await database.db
    .selectFrom('read_budgets')
    .select('tokens')
    .where('marketplace', '=', 'b')
    .executeTakeFirstOrThrow()
  expect(tokens).toBeLessThanOrEqual(19)
})

test('a pause keeps everybody away for as long as it was asked for, ten minutes at most', async () => {
  const budget = { siteId: 'c', readsPerSecond: 5 }
  await pauseReads(database.db, budget, 60_000)
  const waitMs = await takeRead(database.db, budget)
  expect(waitMs).toBeGreaterThan(50_000)
  expect(waitMs).toBeLessThanOrEqual(60_000)

  await pauseReads(database.db, budget, 1e12)
  expect(await takeRead(database.db, budget)).toBeLessThanOrEqual(600_000)
})

test('several pauses at once are one pause', async () => {
  const budget = { siteId: 'd', readsPerSecond: 5 }
  await Promise.all([1, 2, 3].map(() => pauseReads(database.db, budget, 30_000)))
  expect(await takeRead(database.db, budget)).toBeLessThanOrEqual(30_000)
})
