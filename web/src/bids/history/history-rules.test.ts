import { BidStatus } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { HISTORY_FILTERS, whyNotDelete } from './history-rules.ts'

test('The history lists every bid that is not pending', () => {
  const [all, ...parts] = HISTORY_FILTERS
  expect(all.statuses.toSorted()).toEqual(BidStatus.options.filter((status) => status !== 'pending').toSorted())
  // A bid without a result matches no result filter.
  expect(parts.flatMap((part) => [...part.statuses]).toSorted()).toEqual(
    all.statuses.filter((status) => status !== 'executed').toSorted(),
  )
})

test('A bid can be deleted once it has a result', () => {
  expect(whyNotDelete({ status: 'executed', stage: 'sent' })).toMatch(/still to come/)
  expect(whyNotDelete({ status: 'lost', stage: 'settled' })).toBeNull()
})

test('A bid whose result stayed unknown can be deleted', () => {
  expect(whyNotDelete({ status: 'executed', stage: 'settled' })).toBeNull()
})
