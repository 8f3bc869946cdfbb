import type { Service } from '../world/outages.ts'
import { noteOrphans } from '../world/processes.ts'
import type { World } from '../world/world.ts'

/** How long after the database is back a bid may still wait for its lock-in. */
const LOCK_IN_AGAIN_MS = 1_500

/** Makes a service unavailable to everybody for some time. */
export function beginOutage(world: World, service: Service, ms: number) {
  const { time, outages, trace, blockedLockIns, deathIsSeen } = world
  trace.note(service, 'is away')
  outages.begin(service, ms)
  if (service !== 'store') return
  for (const faultWindow of blockedLockIns)
    if (faultWindow.to >= time.now()) faultWindow.to = Math.max(faultWindow.to, outages.end('store') + LOCK_IN_AGAIN_MS)
  // During an outage of the database no engine can watch the lease of an engine that died.
  if (!deathIsSeen) time.at(time.now() + ms, () => noteOrphans(world))
}

/** Notes that the lock-in of a bid, or of every bid, can be recorded in no journal, and so waits for the database. */
export function noteBlockedLockIn({ time, outages, faultWindows, blockedLockIns }: World, bidId: number | null) {
  const to = Math.max(time.now(), outages.end('store')) + LOCK_IN_AGAIN_MS
  blockedLockIns.push(
    faultWindows.note(bidId, { from: time.now(), to, reason: 'its lock-in could be recorded nowhere' }),
  )
}
