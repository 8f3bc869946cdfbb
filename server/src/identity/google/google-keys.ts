import { messages } from '@bidwell/contract'
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'

/** A key that is not known yet makes Google's keys be read again at once, but not more often than this. */
const MIN_REFRESH_INTERVAL_MS = 60_000
/** How long keys are used: as long as Cache-Control says, within these bounds. */
const KEEP_MS = { min: 5 * 60_000, max: 24 * 3_600_000 }
const TIMEOUT_MS = 5_000
const MAX_BYTES = 64 * 1024

const KeySet = z.object({
  keys: z.array(z.looseObject({ kty: z.literal('RSA'), kid: z.string(), n: z.string(), e: z.string() })),
})

type Kept = { keySet: JSONWebKeySet; keyOf: ReturnType<typeof createLocalJWKSet>; until: number }

/**
 * Finds the key of an ID token among Google's keys, read from `url`. Throws `unavailable` when the keys are needed and
 * cannot be read. Concurrent calls share one read.
 */
export function createGoogleKeys({ clock, url }: { clock: Clock; url: string }): JWTVerifyGetKey {
  let kept: Kept | null = null
  let reading: Promise<Kept> | null = null
  let triedAt = -Infinity

  function read(): Promise<Kept> {
    triedAt = clock.monotonic()
    reading ??= readKeys(url)
      .then(({ keySet, maxAgeMs }) => {
        kept = { keySet, keyOf: createLocalJWKSet(keySet), until: clock.monotonic() + maxAgeMs }
        return kept
      })
      .catch((error: unknown) => {
        throw new AppError('unavailable', messages.google.unavailable, { retryAfterMs: TIMEOUT_MS, cause: error })
      })
      .finally(() => {
        reading = null
      })
    return reading
  }

  return async (header, token) => {
    let current = kept !== null && kept.until > clock.monotonic() ? kept : await read()
    const isKnown = current.keySet.keys.some(({ kid }) => kid === header?.kid)
    if (!isKnown && clock.monotonic() - triedAt >= MIN_REFRESH_INTERVAL_MS) current = await read()
    return current.keyOf(header, token)
  }
}

async function readKeys(url: string): Promise<{ keySet: JSONWebKeySet; maxAgeMs: number }> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`Google's keys: HTTP ${response.status}`)
  const text = await response.text()
  if (text.length > MAX_BYTES) throw new Error(`Google's keys: ${text.length} bytes`)
  const keySet = z.parse(KeySet, JSON.parse(text))
  const maxAgeS = Number(/max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1] ?? 0)
  return { keySet, maxAgeMs: Math.min(KEEP_MS.max, Math.max(KEEP_MS.min, maxAgeS * 1_000)) }
}
