import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLeaseValid, LEASE_MARGIN_MS, noLease, renewedLease, EXPIRY_WATCH_MS, watchLeases } from './lease.ts'

const TRUSTED_MS = EXPIRY_WATCH_MS - LEASE_MARGIN_MS

test('without a renewal nothing is trusted', () => {
  expect(isLeaseValid(noLease, noLease.epoch, 0)).toBe(false)
})

test('trust counts from the start of a renewal, however late its answer came', () => {
  const first = renewedLease(noLease, { startedAt: 0, answeredAt: 10 })
  const slow = renewedLease(first, { startedAt: 1_000, answeredAt: 5_000 })
  expect(isLeaseValid(slow, first.epoch, 1_000 + TRUSTED_MS - 1)).toBe(true)
  expect(isLeaseValid(slow, first.epoch, 1_000 + TRUSTED_MS)).toBe(false)
})

test('what was claimed before trust ran out is not trusted again after the next renewal', () => {
  const first = renewedLease(noLease, { startedAt: 0, answeredAt: 10 })
  const startedLate = renewedLease(first, { startedAt: TRUSTED_MS + 5_000, answeredAt: TRUSTED_MS + 5_010 })
  expect(isLeaseValid(startedLate, first.epoch, TRUSTED_MS + 6_000)).toBe(false)
  // Sent in time, but it may have reached the database after others had taken over.
  const heardLate = renewedLease(first, { startedAt: TRUSTED_MS - 1_000, answeredAt: TRUSTED_MS + 5_000 })
  expect(isLeaseValid(heardLate, first.epoch, TRUSTED_MS + 6_000)).toBe(false)
})

test('no engine trusts its lease at a moment when another calls it expired', () => {
  // One engine renews with answers of any slowness; another looks with answers of any slowness, on a clock of its own.
  const gaps = fc.array(fc.tuple(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 4_000 })), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(gaps, gaps, fc.integer({ min: -1e6, max: 1e6 }), (heartbeat, looks, ahead) => {
      let lease = noLease
      let counter = 0
      const history: { at: number; run: () => void }[] = []
      let at = 0
      for (const [gapMs, takesMs] of heartbeat) {
        const startedAt = (at += gapMs)
        const answeredAt = (at += takesMs)
        history.push({ at: startedAt + takesMs / 2, run: () => void counter++ })
        history.push({ at: answeredAt, run: () => (lease = renewedLease(lease, { startedAt, answeredAt })) })
      }
      let sightings: ReadonlyMap<number, { heartbeat: number; since: number }> = new Map()
      let now = 0
      for (const [gapMs, takesMs] of looks) {
        const asked = (now += gapMs)
        const answeredAt = (now += takesMs)
        history.push({
          at: asked + takesMs / 2,
          run() {
            const seen = [{ engineId: 1, heartbeat: counter, dead: false, fit: true }]
            const watch = watchLeases(sightings, seen, { startedAt: asked + ahead, answeredAt: answeredAt + ahead })
            sightings = watch.sightings
            if (watch.expired.length > 0) expect(isLeaseValid(lease, lease.epoch, asked + takesMs / 2)).toBe(false)
          },
        })
      }
      for (const { run } of history.toSorted((a, b) => a.at - b.at)) run()
    }),
  )
})

test('a counter that moved is watched from anew, and one that is known to be dead is not waited for', () => {
  const first = watchLeases(new Map(), [{ engineId: 1, heartbeat: 5, dead: false, fit: true }], {
    startedAt: 0,
    answeredAt: 1,
  })
  expect(first.expired).toEqual([])
  const moved = watchLeases(first.sightings, [{ engineId: 1, heartbeat: 6, dead: false, fit: true }], {
    startedAt: EXPIRY_WATCH_MS,
    answeredAt: EXPIRY_WATCH_MS + 1,
  })
  expect(moved.expired).toEqual([])
  const still = watchLeases(moved.sightings, [{ engineId: 1, heartbeat: 6, dead: false, fit: true }], {
    startedAt: 2 * EXPIRY_WATCH_MS + 1,
    answeredAt: 2 * EXPIRY_WATCH_MS + 2,
  })
  expect(still.expired).toMatchObject([{ engineId: 1 }])
  expect(
    watchLeases(new Map(), [{ engineId: 2, heartbeat: 0, dead: true, fit: false }], { startedAt: 0, answeredAt: 1 })
      .expired,
  ).toMatchObject([{ engineId: 2 }])
})
