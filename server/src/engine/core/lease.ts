/** An engine that is cut off is replaced within this long of its last renewal. */
export const LEASE_MS = 40_000
/** How long others watch its counter stand still; a look to see it move for the last time, and one to take over, fit in. */
export const WATCHED_MS = LEASE_MS - 2_000
/** Given away, so that a clock that runs a little slow still stops trusting in time. */
export const LEASE_MARGIN_MS = 2_000

/**
 * An engine's own view of its lease. Trust counts from the start of the last renewal that succeeded, on our monotonic
 * clock: whatever others saw, they saw it later.
 */
export type Lease = {
  /** Rises whenever trust ran out before it was renewed: others may have taken what was claimed until then. */
  readonly epoch: number
  readonly trustedUntil: number
}

export const noLease: Lease = { epoch: 0, trustedUntil: -Infinity }

/**
 * The lease after a renewal that succeeded. It must have been heard of in time: one that reached the database late may
 * have come after a takeover, however early it was sent.
 */
export function renewedLease(lease: Lease, renewal: { startedAt: number; heardAt: number }): Lease {
  return {
    epoch: renewal.heardAt < lease.trustedUntil ? lease.epoch : lease.epoch + 1,
    trustedUntil: Math.max(lease.trustedUntil, renewal.startedAt + WATCHED_MS - LEASE_MARGIN_MS),
  }
}

/** Whether what was claimed in `term` is certainly still ours at this instant. */
export const isTrusted = (lease: Lease, epoch: number, monotonic: number): boolean =>
  epoch === lease.epoch && monotonic < lease.trustedUntil
