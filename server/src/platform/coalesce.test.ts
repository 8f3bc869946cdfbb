import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

/** Work whose runs end one by one, each on `finish`. Its result is the number of the run. */
function manualWork() {
  const runs: PromiseWithResolvers<number>[] = []
  return {
    runs,
    work: () => {
      const run = Promise.withResolvers<number>()
      runs.push(run)
      return run.promise
    },
    finish: (run: number) => runs[run - 1]?.resolve(run),
  }
}

test('Calls during a run of coalesced work share one more run, which begins after the current one', async () => {
  const { runs, work, finish } = manualWork()
  const call = coalesce(work)
  const [first, second, third] = [call(), call(), call()]
  expect(runs).toHaveLength(1)
  finish(1)
  expect(await first).toBe(1)
  await expect.poll(() => runs.length).toBe(2)
  finish(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
})

test('A failed run of coalesced work does not prevent the next run', async () => {
  const { runs, work, finish } = manualWork()
  const call = coalesce(work)
  const [first, second] = [call(), call()]
  runs[0]?.reject(new Error('The disk is full'))
  await expect(first).rejects.toThrow('The disk is full')
  await expect.poll(() => runs.length).toBe(2)
  finish(2)
  expect(await second).toBe(2)
})
