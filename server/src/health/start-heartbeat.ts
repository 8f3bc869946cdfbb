import { request } from 'undici'
import type { Ctx } from '../context/ctx.ts'
import { every } from '../platform/every.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { whyNotWell } from './find-troubles.ts'
import { readFactsInTime } from './read-facts.ts'

const INTERVAL_MS = 60_000
const ANSWER_WITHIN_MS = 10_000

/**
 * Calls the address each minute while all is well, until disposed. A service on another machine then notices when the calls
 * stay away, also because this process or its machine is gone. The address often contains a secret, so no log names it.
 */
export function startHeartbeat(ctx: Ctx, url: string, intervalMs = INTERVAL_MS): AsyncDisposable {
  const { clock, log } = ctx
  let trouble: ReturnType<typeof whyNotWell> = null
  let isFailing = false

  async function beat(signal: AbortSignal) {
    const facts = await readFactsInTime(ctx, signal)
    if (signal.aborted) return
    const now = whyNotWell(facts)
    if (now !== null && now !== trouble) log.warn({ because: now }, 'the heartbeat is withheld')
    trouble = now
    if (now !== null) return
    const failure = await failureOf(ctx, url, signal)
    if (signal.aborted) return
    if (failure !== null && !isFailing) log.warn({ because: failure }, 'the heartbeat could not be sent')
    if (failure === null && isFailing) log.info('the heartbeat is sent again')
    isFailing = failure !== null
  }

  return every(clock, intervalMs, beat)
}

/** Null when the service has taken the call. No redirect is followed: it could lead to any host. */
async function failureOf({ clock }: Ctx, url: string, stop: AbortSignal): Promise<string | null> {
  try {
    return await withTimeout(clock, ANSWER_WITHIN_MS, stop, async (signal) => {
      const { statusCode, body } = await request(url, { method: 'GET', signal })
      await body.dump()
      return statusCode >= 200 && statusCode < 300 ? null : `status ${statusCode}`
    })
  } catch (error) {
    return error instanceof Error ? (codeOf(error) ?? error.name) : 'unknown'
  }
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : null)
