import { callStore } from './call-store.ts'
import type { Peer, Ports } from './ports.ts'

/**
 * Peers take over an engine's snipes within this time after its last heartbeat. All engines must use the same value. A
 * shorter lease replaces a machine that died sooner, and lets an engine fire for less time without its database: it must
 * outlast a restart of the database, and a renewal that hangs for five seconds.
 */
export const LEASE_MS = 20_000
/** Of the lease, the time that a peer needs to see the last heartbeat and to claim. */
const TAKEOVER_MS = 2_000
/**
 * An engine stops trusting its own lease this much before a peer may call it expired, in case its clock runs slow, or its
 * machine was suspended for so short a time that it goes unnoticed.
 */
const MARGIN_MS = 2_000

/** Peers call a lease expired when its heartbeat has not changed for this long. */
export const expiryWatchMs = (leaseMs: number): number => leaseMs - TAKEOVER_MS
/** An engine trusts its own lease for this long after the start of a renewal. */
export const trustedMs = (leaseMs: number): number => expiryWatchMs(leaseMs) - MARGIN_MS

/** An engine's own view of its lease. Instants are monotonic; a peer sees a renewal later than the engine begins it. */
export type Lease = {
  /** Rises whenever the lease expired before its renewal. Peers may have taken over claims of an earlier epoch. */
  readonly epoch: number
  readonly expiresAt: number
}

export const noLease: Lease = { epoch: 0, expiresAt: -Infinity }

/**
 * The lease after a successful renewal, between two monotonic instants. An answer after the expiry starts a new epoch
 * even if the request was early: the database may have received it after a takeover.
 */
export function renewedLease(
  lease: Lease,
  renewal: { startedAt: number; answeredAt: number },
  leaseMs = LEASE_MS,
): Lease {
  return {
    epoch: renewal.answeredAt < lease.expiresAt ? lease.epoch : lease.epoch + 1,
    expiresAt: Math.max(lease.expiresAt, renewal.startedAt + trustedMs(leaseMs)),
  }
}

/** Whether no peer can have taken over a claim of `epoch` at this instant. */
export const isLeaseValid = (lease: Lease, epoch: number, monotonic: number): boolean =>
  epoch === lease.epoch && monotonic < lease.expiresAt

/** A peer's last known heartbeat, and the monotonic instant at which it was first seen. */
type Sighting = { heartbeat: number; since: number }
export type Sightings = ReadonlyMap<number, Sighting>

/**
 * The peers whose snipes may be taken over: dead ones, and those whose heartbeat did not change for a whole lease on
 * our monotonic clock. The time counts from the answer that first showed the heartbeat to the start of this query, so
 * it is never overstated.
 */
export function watchLeases(
  sightings: Sightings,
  peers: readonly Peer[],
  query: { startedAt: number; answeredAt: number },
  leaseMs = LEASE_MS,
): { sightings: Sightings; expired: Peer[] } {
  const next = new Map<number, Sighting>()
  const expired: Peer[] = []
  for (const peer of peers) {
    const { engineId, heartbeat } = peer
    const known = sightings.get(engineId)
    const sighting = known?.heartbeat === heartbeat ? known : { heartbeat, since: query.answeredAt }
    next.set(engineId, sighting)
    if (peer.dead || query.startedAt - sighting.since >= expiryWatchMs(leaseMs)) expired.push(peer)
  }
  return { sightings: next, expired }
}

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
