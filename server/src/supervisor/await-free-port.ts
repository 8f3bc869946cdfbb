import { systemClock } from '../platform/clock.ts'
import { freePort } from '../platform/database/embedded/free-port.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { StartupError } from '../platform/startup-error.ts'

const PACE = { everyMs: 200, forMs: 5_000 }

/**
 * Returns `port` once it is free: the processes of a killed Bidwell take a moment to end. Port 0 stands for any
 * free port. Throws a StartupError, which names the `variable` to change, when another program keeps the port.
 */
export async function awaitFreePort(variable: string, port: number): Promise<number> {
  const isFree = async () => {
    const free = await freePort(port)
    return port === 0 || free === port ? free : null
  }
  const found = await pollUntil(systemClock, isFree, PACE)
  if (found !== null) return found
  throw new StartupError(`Port ${port} is taken by another program: stop that, or set ${variable} to another port`)
}
