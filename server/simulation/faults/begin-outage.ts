import type { Service } from '../world/outages.ts'
import { noteOrphans } from '../world/processes.ts'
import type { World } from '../world/world.ts'

/** Makes a service unavailable to everybody for some time. */
export function beginOutage(world: World, service: Service, ms: number) {
  const { time, outages, trace, deathIsSeen } = world
  trace.note(service, 'is away')
  outages.begin(service, ms)
  // During an outage of the database no engine can watch the lease of an engine that died.
  if (service === 'store' && !deathIsSeen) time.at(time.now() + ms, () => noteOrphans(world))
}
