import { Stripe } from 'stripe'
import type { Config } from '../config/config.ts'

type Options = Pick<NonNullable<Config['billing']>, 'secretKey' | 'apiUrl'> & {
  /** How long one call may take. */
  timeoutMs?: number
  /** How often a call is repeated that got no answer. */
  retries?: number
}

const TIMEOUT_MS = 10_000

/** The client of the payment service. A call is repeated, by default once, under the same idempotency key, when no answer came. */
export function createStripeClient({ secretKey, apiUrl, timeoutMs = TIMEOUT_MS, retries = 1 }: Options): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port !== '' && { port }),
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
  })
}
