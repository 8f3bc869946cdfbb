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

test('the sample with the shortest round trip decides, halved', () => {
  const estimate = estimateFrom([
    sample(0, 400, SITE + 390),
    sample(1_000, 1_060, SITE + 1_030),
    sample(2_000, 2_200, SITE + 2_190),
  ])
  expect(estimate).toEqual({ offsetMs: SITE, uncertaintyMs: 40, takenAt: 1_060 })
})

test('what the server has not measured stays unmeasured', () => {
  const estimate = estimateFrom([{ ...sample(0, 20, SITE), siteUncertaintyMs: null }])
  expect(uncertaintyAt(estimate, 60_000)).toBeNull()
})

test('an estimate grows less sure with age', () => {
  const estimate = estimateFrom([sample(0, 60, SITE + 30)])
  expect(uncertaintyAt(estimate, 60 + 300_000)).toBeCloseTo(70)
})

test('a time that arrives late proves nothing', () => {
  const estimate = estimateFrom([sample(0, 60, SITE + 30)])
  expect(provesBehind(estimate, { siteNow: SITE + 10_000, siteUncertaintyMs: 10, receivedAt: 12_500 })).toBe(false)
})

test('a time ahead of ours proves that ours stood still', () => {
  const estimate = estimateFrom([sample(0, 60, SITE + 30)])
  expect(provesBehind(estimate, { siteNow: SITE + 3_610_000, siteUncertaintyMs: 10, receivedAt: 10_000 })).toBe(true)
})

test('a clock that the server could not vouch for is asked for again once it can', () => {
  const unmeasured = estimateFrom([{ ...sample(0, 20, SITE), siteUncertaintyMs: null }])
  const told = { siteNow: SITE + 1_000, siteUncertaintyMs: 10, receivedAt: 1_010 }
  expect(resolvesUncertainty(unmeasured, told)).toBe(true)
  expect(resolvesUncertainty(unmeasured, { ...told, siteUncertaintyMs: null })).toBe(false)
  expect(resolvesUncertainty(estimateFrom([sample(0, 20, SITE)]), told)).toBe(false)
})

test('sleep and steps of the wall clock are noticed, and a slow tick is not', () => {
  expect(detectSleep({ wall: 0, monotonic: 0 }, { wall: 60_000, monotonic: 500 })).toBe(true)
  expect(detectSleep({ wall: 0, monotonic: 0 }, { wall: -3_600_000, monotonic: 1_000 })).toBe(true)
  expect(detectSleep({ wall: 0, monotonic: 0 }, { wall: 61_000, monotonic: 61_040 })).toBe(false)
})

test('certainty reads in the unit that suits it', () => {
  expect(uncertaintyText(40.4)).toBe('±40 ms')
  expect(uncertaintyText(0.2)).toBe('±1 ms')
  expect(uncertaintyText(1_520)).toBe('±1.5 s')
  expect(uncertaintyText(null)).toBe('not measured yet')
})
