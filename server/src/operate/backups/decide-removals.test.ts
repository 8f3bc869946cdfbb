import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideRemovals, type KeptBackup } from './decide-removals.ts'

const DAY_MS = 86_400_000
/** A Thursday. */
const NOW = Date.UTC(2026, 10, 26, 3, 23)

const daily = (days: number, change: Partial<KeptBackup> = {}): KeptBackup[] =>
  Array.from({ length: days }, (_, age) => ({
    id: age,
    takenAt: NOW - age * DAY_MS,
    isVerified: true,
    isBeforeUpgrade: false,
    ...change,
  }))
const keptOf = (backups: readonly KeptBackup[]) => {
  const removed = decideRemovals(backups)
  return backups.filter(({ id }) => !removed.includes(id)).map(({ id }) => id)
}

test('Of nightly backups, seven days stay, and of four weeks the latest of each', () => {
  // The Sundays are four, eleven and eighteen days ago; the first is among the seven days.
  expect(keptOf(daily(40))).toEqual([0, 1, 2, 3, 4, 5, 6, 11, 18])
})

test('Of several backups of one day, the latest stays', () => {
  const hourly = Array.from({ length: 3 }, (_, age) => ({
    id: age,
    takenAt: NOW - age * 3_600_000,
    isVerified: true,
    isBeforeUpgrade: false,
  }))
  expect(keptOf(hourly)).toEqual([0])
})

test('Nothing is removed while the newer ones are not verified', () => {
  const verified = daily(7).map((backup) => ({ ...backup, id: backup.id + 10, takenAt: backup.takenAt - 7 * DAY_MS }))
  const all = [...daily(7, { isVerified: false }), ...verified]
  expect(decideRemovals(all)).toEqual([])
})

test('A backup that could not be verified goes once a later one is', () => {
  const [latest, bad, earlier] = daily(3)
  expect(keptOf([latest!, { ...bad!, isVerified: false }, earlier!])).toEqual([0, 2])
})

const beforeUpgrade = (age: number): KeptBackup => ({
  id: 99,
  takenAt: NOW - age * DAY_MS - 60_000,
  isVerified: true,
  isBeforeUpgrade: true,
})

test('A backup from before an upgrade stays for four weeks, beside a later one of the same day', () => {
  expect(keptOf([...daily(40), beforeUpgrade(0)])).toContain(99)
  expect(keptOf([...daily(40), beforeUpgrade(27)])).toContain(99)
  expect(keptOf([...daily(40), beforeUpgrade(28)])).not.toContain(99)
})

test('Whatever there is, the latest verified backup stays, and at most eleven verified ones beside the newer', () => {
  const backup = fc.record({
    takenAt: fc.integer({ min: NOW - 100 * DAY_MS, max: NOW }),
    isVerified: fc.boolean(),
    isBeforeUpgrade: fc.constant(false),
  })
  fc.assert(
    fc.property(fc.array(backup, { maxLength: 200 }), (given) => {
      const all = given.map((each, id) => ({ ...each, id }))
      const kept = keptOf(all)
      const verified = all.filter(({ isVerified }) => isVerified).toSorted((a, b) => b.takenAt - a.takenAt)
      const [latest] = verified
      if (latest)
        expect(all.filter(({ id }) => kept.includes(id)).map(({ takenAt }) => takenAt)).toContain(latest.takenAt)
      expect(verified.filter(({ id }) => kept.includes(id)).length).toBeLessThanOrEqual(11)
    }),
  )
})
