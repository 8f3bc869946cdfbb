import { expect, test } from 'vitest'
import { createRunLatest } from './run-latest.ts'

const ignore = () => {}
const failing = () => Promise.reject(new Error('no database'))

test('Coalesced work that is called several times during a run runs once more', async () => {
  const run = createRunLatest()
  const release = Promise.withResolvers<void>()
  let runs = 0
  const work = async () => {
    runs += 1
    await release.promise
  }
  const first = run('bid 1', work, ignore)
  await Promise.all([run('bid 1', work, ignore), run('bid 1', work, ignore), run('bid 1', work, ignore)])
  release.resolve()
  await first
  expect(runs).toBe(2)
})

test('Coalesced work of one key does not wait for another key', async () => {
  const run = createRunLatest()
  const unresolved = new Promise<void>(() => {})
  void run('bid 1', () => unresolved, ignore)
  let hasRun = false
  await run(
    'bid 2',
    async () => {
      hasRun = true
    },
    ignore,
  )
  expect(hasRun).toBe(true)
})

test('An error of coalesced work goes to the error handler, and a later call runs the work again', async () => {
  const errors: unknown[] = []
  const run = createRunLatest()
  await run('bid 1', failing, (error) => errors.push(error))
  expect(errors).toEqual([new Error('no database')])
  let hasRun = false
  await run(
    'bid 1',
    async () => {
      hasRun = true
    },
    ignore,
  )
  expect(hasRun).toBe(true)
})
