import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { freeMemory, usedMemoryBytes } from './memory.ts'

const LIMIT = 50 * 1_024 * 1_024

test('Above 50 MB, what nothing on the page shows is removed, and what is shown stays', () => {
  const client = new QueryClient()
  for (const key of ['shown', 'left', 'gone']) client.setQueryData([key], key)
  new QueryObserver(client, { queryKey: ['shown'], enabled: false }).subscribe(() => {})
  expect(freeMemory(client, LIMIT)).toBe(0)
  expect(freeMemory(client, LIMIT + 1)).toBe(2)
  expect(
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([['shown']])
})

test('In a browser that does not say how much memory it uses, nothing is removed', () => {
  const client = new QueryClient()
  client.setQueryData(['left'], 1)
  expect(freeMemory(client, null)).toBe(0)
})

test('The memory in use is read where the browser has it', () => {
  expect(usedMemoryBytes({ memory: { usedJSHeapSize: 7 } })).toBe(7)
  expect(usedMemoryBytes({ memory: null })).toBeNull()
  expect(usedMemoryBytes({})).toBeNull()
})
