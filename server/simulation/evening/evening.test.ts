import { readFileSync } from 'node:fs'
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

test('Each of the 51 situations of an evening names tests that exist, and every simulated one is named', () => {
  const evening = readFileSync(new URL('../../../docs/evening.md', import.meta.url), 'utf8')
  const rows = [...evening.matchAll(/^\| +(\d+) +\|.*\| +(.+?) +\|$/gm)]
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 51 }, (_, index) => index + 1))
  const named = rows.flatMap(([, , tests = '']) => tests.split('<br>').map((it) => /\(\.\.\/(.+)\): (.+)/.exec(it)))
  const missing = named.filter((it) => {
    const [, path = '', title = ''] = it ?? []
    return !readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8').includes(title)
  })
  expect(missing).toEqual([])
  expect(Object.keys(SITUATIONS).filter((title) => !evening.includes(title) && !title.startsWith('33 '))).toEqual([])
})
