import { expect, test } from 'vitest'
import {
  uncertaintyText,
  estimateFrom,
  resolvesUncertainty,
  provesBehind,
  detectSleep,
  uncertaintyAt,
} from './clock-estimate.ts'

const SITE = Date.parse('2026-11-20T12:00:00Z')
const sample = (sentAt: number, receivedAt: number, siteNow: number) => ({
  sentAt,
  receivedAt,
  siteNow,
  siteUncertaintyMs: 10,
})

test('An estimate uses the sample with the shortest round trip and assumes equal delays both ways', () => {
  const estimate = estimateFrom([
    sample(0, 400, SITE + 390),
    sample(1_000, 1_060, SITE + 1_030),
    sample(2_000, 2_200, SITE + 2_190),
  ])
  expect(estimate).toEqual({ offsetMs: SITE, uncertaintyMs: 40, takenAt: 1_060 })
})

test('The uncertainty stays unknown while the server has not measured the site clock', () => {
  const estimate = estimateFrom([{ ...sample(0, 20, SITE), siteUncertaintyMs: null }])
  expect(uncertaintyAt(estimate, 60_000)).toBeNull()
})

test('The uncertainty of an estimate grows with its age', () => {
  const estimate = estimateFrom([sample(0, 60, SITE + 30)])
  expect(uncertaintyAt(estimate, 60 + 300_000)).toBeCloseTo(70)
})

test('A server time that arrives late does not prove the estimate wrong', () => {
  const estimate = estimateFrom([sample(0, 60, SITE + 30)])
  expect(provesBehind(estimate, { siteNow: SITE + 10_000, siteUncertaintyMs: 10, receivedAt: 12_500 })).toBe(false)
})

test('A server time ahead of the estimate proves that the estimate is behind', () => {
  const estimate = estimateFrom([sample(0, 60, SITE + 30)])
  expect(provesBehind(estimate, { siteNow: SITE + 3_610_000, siteUncertaintyMs: 10, receivedAt: 10_000 })).toBe(true)
})

test('A server time with a known uncertainty improves an estimate without one', () => {
  const unmeasured = estimateFrom([{ ...sample(0, 20, SITE), siteUncertaintyMs: null }])
  const pushed = { siteNow: SITE + 1_000, siteUncertaintyMs: 10, receivedAt: 1_010 }
  expect(resolvesUncertainty(unmeasured, pushed)).toBe(true)
  expect(resolvesUncertainty(unmeasured, { ...pushed, siteUncertaintyMs: null })).toBe(false)
  expect(resolvesUncertainty(estimateFrom([sample(0, 20, SITE)]), pushed)).toBe(false)
})

test('Sleep and changes of the wall clock are detected, and a slow timer is not taken for sleep', () => {
  expect(detectSleep({ wall: 0, monotonic: 0 }, { wall: 60_000, monotonic: 500 })).toBe(true)
  expect(detectSleep({ wall: 0, monotonic: 0 }, { wall: -3_600_000, monotonic: 1_000 })).toBe(true)
  expect(detectSleep({ wall: 0, monotonic: 0 }, { wall: 61_000, monotonic: 61_040 })).toBe(false)
})

test('The uncertainty is shown in milliseconds below one second and in seconds above', () => {
  expect(uncertaintyText(40.4)).toBe('±40 ms')
  expect(uncertaintyText(0.2)).toBe('±1 ms')
  expect(uncertaintyText(1_520)).toBe('±1.5 s')
  expect(uncertaintyText(null)).toBe('not measured yet')
})
