import { expect, test } from 'vitest'
import { createJournal } from './journal.ts'

const PLACED = { firstByteAt: 0, arrivedAt: 0, userName: null, itemId: null, amountCents: null, fault: null }

test('The journal keeps the latest 65,536 bids under unique numbers', () => {
  const journal = createJournal()
  for (let count = 0; count < 65_540; count++) journal.open(PLACED)
  const kept = journal.since(0)
  expect([kept.length, kept[0]?.seq, kept.at(-1)?.seq]).toEqual([65_536, 4, 65_539])
  expect(journal.since(65_538).map(({ seq }) => seq)).toEqual([65_538, 65_539])
  journal.clear()
  expect(journal.since(0)).toEqual([])
  expect(journal.open(PLACED).seq).toBe(65_540)
})
