import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLatencyEstimator } from './latency-estimator.ts'

test('nothing is said of the way before it was gone', () => {
  expect(openLatencyEstimator().roundTripMs()).toBeNull()
})

test('what a busy site or a busy engine adds now and then does not make the way longer', () => {
  const late = fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(late, (lateMs) => {
      const way = openLatencyEstimator()
      lateMs.forEach((ms, index) => {
        way.add(80, index * 200)
        way.add(80 + ms, index * 200 + 100)
      })
      expect(way.roundTripMs()).toBe(80)
    }),
  )
})

test('one that was quick by chance is not taken for the way', () => {
  const way = openLatencyEstimator()
  for (let index = 0; index < 12; index++) way.add(index === 5 ? 20 : 80, index * 100)
  expect(way.roundTripMs()).toBe(80)
})

test('what was seen two minutes ago is forgotten for what is seen now', () => {
  const way = openLatencyEstimator()
  for (let index = 0; index < 12; index++) way.add(20, index * 100)
  way.add(90, 130_000)
  expect(way.roundTripMs()).toBe(90)
})
