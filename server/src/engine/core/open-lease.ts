import { callStore } from './call-store.ts'
import { type Lease, noLease, renewedLease } from './lease.ts'
import type { Ports } from './ports.ts'

/** This engine's lease, which ends when the machine is suspended. */
export type OwnLease = {
  /** The lease as of this turn of the event loop. */
  current(): Lease
  /** Raises the heartbeat in the database. Never rejects. */
  renew(): Promise<void>
}

type Options = {
  leaseMs: number
  /** The machine was suspended for `ms`; called before anybody sees the lease again. */
  onResume: (ms: number) => void
}

/**
 * The monotonic clock stands still while the machine is suspended, so nothing that rests on it outlives a suspension.
 * Every look at the lease compares the clocks first: an engine that wakes up sends nothing before it has noticed.
 */
export function openLease(ports: Pick<Ports, 'clock' | 'store' | 'emit'>, { leaseMs, onResume }: Options): OwnLease {
  const { clock, store } = ports
  let lease = noLease
  let suspendedMs = clock.suspendedMs()

  function noticeSuspension() {
    const ms = clock.suspendedMs() - suspendedMs
    if (ms <= 0) return
    suspendedMs += ms
    lease = { ...lease, expiresAt: -Infinity }
    onResume(ms)
  }

  return {
    current() {
      noticeSuspension()
      return lease
    },
    async renew() {
      noticeSuspension()
      const before = suspendedMs
      const startedAt = clock.monotonic()
      const renewed = await callStore(ports, 'renew the lease', () => store.renew())
      noticeSuspension()
      // The time of a suspension is missing between the start of the renewal and now.
      const isWhole = suspendedMs === before
      if (renewed !== null && isWhole)
        lease = renewedLease(lease, { startedAt, answeredAt: clock.monotonic() }, leaseMs)
    },
  }
}
