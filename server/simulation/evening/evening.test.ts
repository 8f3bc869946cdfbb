import { expect, test } from 'vitest'
import { ANSWERS } from './answers.ts'
import { AUCTIONS } from './auctions.ts'
import { INSTALLATION } from './installation.ts'
import { spendEvening } from './spend-evening.ts'

const SITUATIONS = { ...ANSWERS, ...AUCTIONS, ...INSTALLATION }

test.each(Object.entries(SITUATIONS))('%s', async (_, situation) => {
  const { placed, due, told, right, violations, bystander } = await spendEvening(situation)
  expect(violations).toEqual([])
  expect(told).toEqual(right)
  for (const afterMs of placed) {
    if (due) expect(afterMs).toSatisfy((ms: number | null) => ms !== null && ms >= due[0] && ms <= due[1])
    else expect(afterMs).toBeNull()
  }
  expect(bystander).toBe('pending')
})
