import { BidStatus } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { HISTORY_FILTERS, whyNotDelete } from './history-rules.ts'

test('the history holds every bid that is not waiting to be placed', () => {
  const [all, ...parts] = HISTORY_FILTERS
  expect(all.statuses.toSorted()).toEqual(BidStatus.options.filter((status) => status !== 'pending').toSorted())
  // What is still to be settled stands under no result.
  expect(parts.flatMap((part) => [...part.statuses]).toSorted()).toEqual(
    all.statuses.filter((status) => status !== 'executed').toSorted(),
  )
})

test('a bid can be deleted once its result is known', () => {
  expect(whyNotDelete({ status: 'executed' })).toMatch(/still to come/)
  expect(whyNotDelete({ status: 'lost' })).toBeNull()
})
