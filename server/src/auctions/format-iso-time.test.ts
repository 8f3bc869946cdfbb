import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatIsoTime } from './format-iso-time.ts'

test('An instant is formatted as the platform formats it, whatever was formatted before', () => {
  const instant = fc.integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2100, 0, 1) })
  const instants = fc.array(fc.oneof(instant, fc.integer({ min: -5, max: 86_400_005 })))
  fc.assert(
    fc.property(instants, (all) => {
      expect(all.map(formatIsoTime)).toEqual(all.map((at) => new Date(at).toISOString()))
    }),
  )
})
