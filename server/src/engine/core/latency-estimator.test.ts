import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLatencyEstimator } from './latency-estimator.ts'

test('the round trip is unknown before the first page', () => {
  expect(openLatencyEstimator().roundTripMs()).toBeNull()
})

test('slow pages now and then do not raise the estimated round trip', () => {
  const late = fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(late, (lateMs) => {
      const estimator = openLatencyEstimator()
      lateMs.forEach((ms, index) => {
        estimator.add(80, index * 200)
        estimator.add(80 + ms, index * 200 + 100)
      })
      expect(estimator.roundTripMs()).toBe(80)
    }),
  )
})

test('a single fast page does not lower the estimated round trip', () => {
  const estimator = openLatencyEstimator()
  for (let index = 0; index < 12; index++) estimator.add(index === 5 ? 20 : 80, index * 100)
  expect(estimator.roundTripMs()).toBe(80)
})

test('pages older than two minutes are dropped', () => {
  const estimator = openLatencyEstimator()
  for (let index = 0; index < 12; index++) estimator.add(20, index * 100)
  estimator.add(90, 130_000)
  expect(estimator.roundTripMs()).toBe(90)
})
