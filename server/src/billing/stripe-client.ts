import { Stripe } from 'stripe'
import type { Config } from '../config/config.ts'

const TIMEOUT_MS = 10_000

/** The client of the payment service. It repeats a call that got no answer, under the same idempotency key. */
export function createStripeClient({
  secretKey,
  apiUrl,
}: Pick<NonNullable<Config['billing']>, 'secretKey' | 'apiUrl'>): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port !== '' && { port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  })
}
