import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../platform/database/embedded/free-port.ts'
import { StartupError } from '../platform/startup-error.ts'

const TRIES = 25
const TRY_AGAIN_AFTER_MS = 200

/**
 * The port that the variable names, once it is free: processes of a Bidwell that was killed take a moment to leave.
 * 0 is any. Throws a Refusal when another program keeps it.
 */
export async function claimPort(variable: string, port: number): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const free = await freePort(port)
    if (port === 0 || free === port) return free
    await delay(TRY_AGAIN_AFTER_MS)
  }
  throw new StartupError(`Port ${port} is taken by another program: stop that, or set ${variable} to another port`)
}
