import type { NotStopped } from '@bidwell/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readAgain } from '../cache/reads.ts'
import { notStoppedQuery } from './pause-queries.ts'

test('The bids that a pause could not stop stay named when all is read again, as after a lost connection', async () => {
  const client = new QueryClient()
  const left: NotStopped = {
    id: 1,
    auction_id: '500000001',
    title: 'A lamp on its way',
    because: 'locked_in',
    message: 'It is locked in.',
  }
  const shown = new QueryObserver(client, notStoppedQuery)
  const stop = shown.subscribe(() => {})
  client.setQueryData(notStoppedQuery.queryKey, [left])
  readAgain(client)
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(shown.getCurrentResult().data).toEqual([left])
  stop()
})
