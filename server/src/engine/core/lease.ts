import type { Peer } from './ports.ts'

/** Peers take over an engine's snipes within this time after its last heartbeat. */
export const LEASE_MS = 40_000
/** Peers call a lease expired when its heartbeat has not changed for this long. Leaves time to see the last change and to claim. */
export const EXPIRY_WATCH_MS = LEASE_MS - 2_000
/** An engine stops trusting its own lease this much earlier, in case its clock runs slow. */
export const LEASE_MARGIN_MS = 2_000

/**
 * An engine's own view of its lease. Validity counts from the start of the last successful renewal, on the monotonic
 * clock: a peer saw that renewal later.
 */
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
export function renewedLease(lease: Lease, renewal: { startedAt: number; answeredAt: number }): Lease {
  return {
    epoch: renewal.answeredAt < lease.expiresAt ? lease.epoch : lease.epoch + 1,
    expiresAt: Math.max(lease.expiresAt, renewal.startedAt + EXPIRY_WATCH_MS - LEASE_MARGIN_MS),
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
): { sightings: Sightings; expired: Peer[] } {
  const next = new Map<number, Sighting>()
  const expired: Peer[] = []
  for (const peer of peers) {
    const { engineId, heartbeat } = peer
    const known = sightings.get(engineId)
    const sighting = known?.heartbeat === heartbeat ? known : { heartbeat, since: query.answeredAt }
    next.set(engineId, sighting)
    if (peer.dead || query.startedAt - sighting.since >= EXPIRY_WATCH_MS) expired.push(peer)
  }
  return { sightings: next, expired }
}
