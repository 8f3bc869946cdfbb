import { expect, test } from 'vitest'
import { latestOnly } from './latest-only.ts'

test('asked many times while it works, it works once more and no oftener', async () => {
  const errors: unknown[] = []
  const run = latestOnly((error) => errors.push(error))
  const release = Promise.withResolvers<void>()
  let worked = 0
  const work = async () => {
    worked += 1
    await release.promise
  }
  const first = run('bid 1', work)
  await Promise.all([run('bid 1', work), run('bid 1', work), run('bid 1', work)])
  release.resolve()
  await first
  expect(worked).toBe(2)
})

test('work for one key does not wait for another', async () => {
  const run = latestOnly(() => {})
  const neverAborted = new Promise<void>(() => {})
  void run('bid 1', () => neverAborted)
  let worked = false
  await run('bid 2', async () => {
    worked = true
  })
  expect(worked).toBe(true)
})

test('work that fails is told of, and can be asked for again', async () => {
  const errors: unknown[] = []
  const run = latestOnly((error) => errors.push(error))
  await run('bid 1', () => Promise.reject(new Error('no database')))
  expect(errors).toEqual([new Error('no database')])
  let worked = false
  await run('bid 1', async () => {
    worked = true
  })
  expect(worked).toBe(true)
})
