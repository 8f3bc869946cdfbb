import { expect, test } from 'vitest'
import { batch } from './batch.ts'

test('what is asked in one turn is done in one step, and what is asked later in another', async () => {
  const steps: number[][] = []
  const double = batch((items: readonly number[]) => {
    steps.push([...items])
    return items.map(async (item) => 2 * item)
  })
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(steps).toEqual([[1, 2, 3], [4]])
})

test('nobody waits for the answer of another', async () => {
  const unresolved = new Promise<string>(() => {})
  const ask = batch((items: readonly string[]) => items.map(async (item) => (item === 'slow' ? unresolved : item)))
  void ask('slow')
  expect(await ask('quick')).toBe('quick')
})

test('a step that fails, fails for all who asked, and for nobody after them', async () => {
  let isBroken = true
  const ask = batch((items: readonly number[]) => {
    if (isBroken) throw new Error('broken')
    return items.map(async (item) => item)
  })
  expect(await Promise.allSettled([1, 2].map(ask))).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  isBroken = false
  expect(await ask(3)).toBe(3)
})
