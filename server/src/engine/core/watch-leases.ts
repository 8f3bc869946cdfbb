import { WATCHED_MS } from './lease.ts'

/** Another engine that holds snipes, or may take some, as the database shows it. */
export type Peer = {
  engineId: number
  heartbeat: number
  /** Its advisory lock is free and its process is known to be gone: it can never fire again. */
  dead: boolean
  /** It takes whatever comes due. */
  fit: boolean
}

/** The counter that we last saw of an engine, and the monotonic instant at which we had first seen it so. */
type Sighting = { heartbeat: number; since: number }
export type Sightings = ReadonlyMap<number, Sighting>

export type LeaseWatch = { sightings: Sightings; expired: number[] }

/**
 * Which engines' snipes may be taken. An expired lease is a counter that stood still for its whole length on our own
 * monotonic clock: from when we had heard it until we asked again, so that the time in between is never overstated.
 */
export function watchLeases(
  sightings: Sightings,
  peers: readonly Peer[],
  asked: { at: number; heardAt: number },
): LeaseWatch {
  const next = new Map<number, Sighting>()
  const expired: number[] = []
  for (const { engineId, heartbeat, dead } of peers) {
    const known = sightings.get(engineId)
    const stood = known?.heartbeat === heartbeat ? known : { heartbeat, since: asked.heardAt }
    next.set(engineId, stood)
    if (dead || asked.at - stood.since >= WATCHED_MS) expired.push(engineId)
  }
  return { sightings: next, expired }
}
