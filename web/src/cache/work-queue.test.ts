import { expect, test } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

const tasks = (count: number, repeats: boolean) =>
  Array.from({ length: count }, (_, index) => ({ key: `task ${index + 1}`, at: 100 - index, repeats }))
const keys = (taken: readonly { key: string }[]) => taken.map(({ key }) => key)

test('Five tasks are taken at a time, the earliest first, and each one once', () => {
  const next = createWorkQueue()
  const all = tasks(7, false)
  expect(keys(next(all))).toEqual(['task 7', 'task 6', 'task 5', 'task 4', 'task 3'])
  expect(keys(next(all))).toEqual(['task 2', 'task 1'])
  expect(next(all)).toEqual([])
})

test('A task that repeats comes again after all others had their turn', () => {
  const next = createWorkQueue()
  const all = tasks(7, true)
  next(all)
  expect(keys(next(all))).toEqual(['task 2', 'task 1', 'task 7', 'task 6', 'task 5'])
})

test('A task that has left the queue comes again when it returns', () => {
  const next = createWorkQueue()
  const [only] = tasks(1, false)
  expect(next([only!])).toHaveLength(1)
  expect(next([])).toEqual([])
  expect(next([only!])).toHaveLength(1)
})
