import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

test('Coalesced work that is called several times during a run runs once more', async () => {
  const run = coalesce(() => {})
  const release = Promise.withResolvers<void>()
  let runs = 0
  const work = async () => {
    runs += 1
    await release.promise
  }
  const first = run('bid 1', work)
  await Promise.all([run('bid 1', work), run('bid 1', work), run('bid 1', work)])
  release.resolve()
  await first
  expect(runs).toBe(2)
})

test('Coalesced work of one key does not wait for another key', async () => {
  const run = coalesce(() => {})
  const unresolved = new Promise<void>(() => {})
  void run('bid 1', () => unresolved)
  let hasRun = false
  await run('bid 2', async () => {
    hasRun = true
  })
  expect(hasRun).toBe(true)
})

test('An error of coalesced work goes to the error handler, and a later call runs the work again', async () => {
  const errors: unknown[] = []
  const run = coalesce((error) => errors.push(error))
  await run('bid 1', () => Promise.reject(new Error('no database')))
  expect(errors).toEqual([new Error('no database')])
  let hasRun = false
  await run('bid 1', async () => {
    hasRun = true
  })
  expect(hasRun).toBe(true)
})
