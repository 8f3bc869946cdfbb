import { proveSession } from '../../platform/database/prove-session.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { type Connected, fail, type Finding, ok } from '../check.ts'

/** Whether a connection keeps its state: engines hold locks, and all processes listen. */
export async function checkConnection({ url }: Connected): Promise<Finding> {
  try {
    await proveSession({ url, applicationName: 'bidwell doctor' })
    return ok('a connection keeps its state, so that engines can hold locks')
  } catch (error) {
    if (error instanceof StartupError) return fail(error.message, null)
    throw error
  }
}
