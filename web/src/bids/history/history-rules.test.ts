import { BidStatus } from '@bidwell/contract'
import { expect, test } from 'vitest'
import { createBid } from '../../../test/lots.ts'
import { HISTORY_FILTERS, whyNotDelete, withUnresolved } from './history-rules.ts'

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

const at = (minute: number) => Date.UTC(2026, 10, 20, 20, minute)

test('The history lists a sent bid without a result by its time, and no bid that is still to be sent', () => {
  const [later, earlier] = [
    createBid({ id: 1, status: 'won', executedAt: at(9) }),
    createBid({ id: 2, status: 'failed', updatedAt: at(2) }),
  ]
  const checking = createBid({ id: 3, stage: 'checking', updatedAt: at(5) })
  const recent = [checking, createBid({ id: 4, stage: 'armed', updatedAt: at(8) }), later]
  expect(withUnresolved([later, earlier], recent)).toEqual([later, checking, earlier])
})
