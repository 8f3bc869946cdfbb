import { neverAborted, withTimeout } from '../../platform/with-timeout.ts'
import type { Ports } from './ports.ts'

const STORE_TIMEOUT_MS = 5_000

/** Calls the database. Null, and an event with `doing`, when the call fails or takes too long. */
export async function callStore<T>(
  { clock, emit }: Pick<Ports, 'clock' | 'emit'>,
  doing: string,
  call: () => Promise<T>,
): Promise<T | null> {
  try {
    return await withTimeout(clock, STORE_TIMEOUT_MS, neverAborted, call)
  } catch (error) {
    emit({ kind: 'store_failed', doing, error })
    return null
  }
}
