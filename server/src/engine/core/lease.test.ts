import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  expiryWatchMs,
  isLeaseValid,
  LEASE_MS,
  noLease,
  renewedLease,
  type Sightings,
  trustedMs,
  watchLeases,
} from './lease.ts'
import type { Peer } from './ports.ts'

const TRUSTED_MS = trustedMs(LEASE_MS)
const EXPIRY_WATCH_MS = expiryWatchMs(LEASE_MS)
const peer = (heartbeat: number, dead = false): Peer => ({ engineId: 1, heartbeat, dead, fit: !dead })

test('A lease that was never renewed is invalid', () => {
  expect(isLeaseValid(noLease, noLease.epoch, 0)).toBe(false)
})

test('A lease is valid from the start of its renewal, however late the answer comes', () => {
  const first = renewedLease(noLease, { startedAt: 0, answeredAt: 10 })
  const slow = renewedLease(first, { startedAt: 1_000, answeredAt: 5_000 })
  expect(isLeaseValid(slow, first.epoch, 1_000 + TRUSTED_MS - 1)).toBe(true)
  expect(isLeaseValid(slow, first.epoch, 1_000 + TRUSTED_MS)).toBe(false)
})

test('A renewal after the expiry of a lease does not make earlier claims valid again', () => {
  const first = renewedLease(noLease, { startedAt: 0, answeredAt: 10 })
  const startedLate = renewedLease(first, { startedAt: TRUSTED_MS + 5_000, answeredAt: TRUSTED_MS + 5_010 })
  expect(isLeaseValid(startedLate, first.epoch, TRUSTED_MS + 6_000)).toBe(false)
  // Sent in time, but the database may have received it after a takeover.
  const answeredLate = renewedLease(first, { startedAt: TRUSTED_MS - 1_000, answeredAt: TRUSTED_MS + 5_000 })
  expect(isLeaseValid(answeredLate, first.epoch, TRUSTED_MS + 6_000)).toBe(false)
})

test('No engine trusts its lease when a peer calls the lease expired', () => {
  // One engine renews and a peer with a clock of its own watches; answers take any time.
  const calls = fc.array(fc.tuple(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 4_000 })), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(calls, calls, fc.integer({ min: -1e6, max: 1e6 }), (heartbeats, queries, clockOffset) => {
      let lease = noLease
      let heartbeat = 0
      const history: { at: number; run: () => void }[] = []
      let at = 0
      for (const [gapMs, tookMs] of heartbeats) {
        const startedAt = (at += gapMs)
        const answeredAt = (at += tookMs)
        history.push({ at: startedAt + tookMs / 2, run: () => void heartbeat++ })
        history.push({ at: answeredAt, run: () => (lease = renewedLease(lease, { startedAt, answeredAt })) })
      }
      let sightings: Sightings = new Map()
      let now = 0
      for (const [gapMs, tookMs] of queries) {
        const startedAt = (now += gapMs)
        const answeredAt = (now += tookMs)
        const query = { startedAt: startedAt + clockOffset, answeredAt: answeredAt + clockOffset }
        history.push({
          at: startedAt + tookMs / 2,
          run() {
            const watch = watchLeases(sightings, [peer(heartbeat)], query)
            sightings = watch.sightings
            if (watch.expired.length > 0) expect(isLeaseValid(lease, lease.epoch, startedAt + tookMs / 2)).toBe(false)
          },
        })
      }
      for (const { run } of history.toSorted((a, b) => a.at - b.at)) run()
    }),
  )
})

test("A peer's lease expires a whole watch time after its last heartbeat", () => {
  const first = watchLeases(new Map(), [peer(5)], { startedAt: 0, answeredAt: 1 })
  expect(first.expired).toEqual([])
  const renewedAt = EXPIRY_WATCH_MS
  const renewed = watchLeases(first.sightings, [peer(6)], { startedAt: renewedAt, answeredAt: renewedAt + 1 })
  expect(renewed.expired).toEqual([])
  const startedAt = renewedAt + 1 + EXPIRY_WATCH_MS
  const silent = watchLeases(renewed.sightings, [peer(6)], { startedAt, answeredAt: startedAt + 1 })
  expect(silent.expired).toEqual([peer(6)])
})

test("A dead peer's lease expires at once", () => {
  const dead = peer(0, true)
  expect(watchLeases(new Map(), [dead], { startedAt: 0, answeredAt: 1 }).expired).toEqual([dead])
})
