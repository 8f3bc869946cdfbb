import { expect, test } from 'vitest'
import { batch } from './batch.ts'

test('Calls in one turn of the event loop share a batch, and a later call gets another', async () => {
  const batches: number[][] = []
  const double = batch((items: readonly number[]) => {
    batches.push([...items])
    return items.map(async (item) => 2 * item)
  })
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(batches).toEqual([[1, 2, 3], [4]])
})

test('A batched call does not wait for the answers of others', async () => {
  const unresolved = new Promise<string>(() => {})
  const call = batch((items: readonly string[]) => items.map(async (item) => (item === 'slow' ? unresolved : item)))
  void call('slow')
  expect(await call('quick')).toBe('quick')
})

test('A failing batch fails all of its calls, and no later call', async () => {
  let isBroken = true
  const call = batch((items: readonly number[]) => {
    if (isBroken) throw new Error('broken')
    return items.map(async (item) => item)
  })
  expect(await Promise.allSettled([1, 2].map(call))).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  isBroken = false
  expect(await call(3)).toBe(3)
})
