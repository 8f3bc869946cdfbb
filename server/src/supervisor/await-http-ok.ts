import { get } from 'node:http'
import { systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'

const POLL_INTERVAL_MS = 50
const ANSWER_TIMEOUT_MS = 2_000

/** Resolves once the address answers 200. Rejects with the signal's reason when aborted. */
export async function awaitHttpOk(url: string, signal: AbortSignal): Promise<void> {
  const answersOk = async () => (await isOk(url)) || null
  await pollUntil(systemClock, answersOk, { everyMs: POLL_INTERVAL_MS, forMs: Infinity, signal })
}

function isOk(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { timeout: ANSWER_TIMEOUT_MS, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}
