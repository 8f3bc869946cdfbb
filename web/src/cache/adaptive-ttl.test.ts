import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { countReads, nextFactor } from './adaptive-ttl.ts'

test('Lists stay fresh half as long when half of the reads bring something new, and never less than half the time', () => {
  expect(nextFactor(1, { all: 10, withNews: 5 })).toBe(0.5)
  expect(nextFactor(0.5, { all: 10, withNews: 10 })).toBe(0.5)
})

test('Lists stay fresh twice as long when hardly any read brings something new, and never more than twice the time', () => {
  expect(nextFactor(1, { all: 10, withNews: 1 })).toBe(2)
  expect(nextFactor(2, { all: 10, withNews: 0 })).toBe(2)
  expect(nextFactor(0.5, { all: 10, withNews: 0 })).toBe(1)
})

test('In between, and after a few reads only, the times stay as they are', () => {
  expect(nextFactor(2, { all: 10, withNews: 3 })).toBe(2)
  expect(nextFactor(0.5, { all: 3, withNews: 0 })).toBe(0.5)
})

test('A repeated read counts, and as news only if it changed the list', async () => {
  const client = new QueryClient()
  const counted = countReads(client.getQueryCache(), [['list']])
  const read = (queryKey: string[], data: number[]) =>
    client.fetchQuery({ queryKey, queryFn: async () => data, staleTime: 0 })
  await read(['list'], [1])
  await read(['list'], [1])
  await read(['list'], [1, 2])
  client.setQueryData(['list'], [1, 2, 3])
  await read(['list'], [1, 2, 3])
  await read(['other'], [1])
  await read(['other'], [2])
  expect(counted.take()).toEqual({ all: 3, withNews: 1 })
  expect(counted.take()).toEqual({ all: 0, withNews: 0 })
  counted.stop()
  await read(['list'], [4])
  expect(counted.take()).toEqual({ all: 0, withNews: 0 })
})
