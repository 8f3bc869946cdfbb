import { createHmac } from 'node:crypto'
import type { StripeEvent } from './records.ts'

type Options = {
  /** Null: nobody is told. */
  url: string | null
  /** Signs each message, as the endpoint's secret at Stripe. */
  secret: string
  /** Epoch seconds. */
  now: () => number
  onError: (error: unknown) => void
}

/** `send` delivers at once, `hold` keeps events for `deliver`, `drop` loses them. */
export type WebhookMode = 'send' | 'hold' | 'drop'

export type Webhooks = ReturnType<typeof createWebhooks>

const TIMEOUT_MS = 10_000

/** The header of a signed message: the instant, and the signature over the instant and the body. */
const signatureOf = (secret: string, body: string, at: number): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

/** Sends each event to the endpoint, signed, and once. */
export function createWebhooks({ url, secret, now, onError }: Options) {
  let mode: WebhookMode = 'send'
  const held: StripeEvent[] = []
  const underway = new Set<Promise<unknown>>()
  const stopped = new AbortController()

  /** Sends once and answers the status of the reply. */
  async function post(event: StripeEvent): Promise<number> {
    if (url === null) return 200
    const body = JSON.stringify(event)
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': signatureOf(secret, body, now()),
      },
      body,
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return response.status
  }

  function send(event: StripeEvent) {
    const sending = post(event)
      .catch(onError)
      .finally(() => underway.delete(sending))
    underway.add(sending)
  }

  return {
    onEvent(event: StripeEvent) {
      if (mode === 'send') send(event)
      if (mode === 'hold') held.push(event)
    },
    setMode(next: WebhookMode) {
      mode = next
    },
    /** Sends the held events, in the order that `arrange` gives, one after the other; answers each reply's status. */
    async deliver(arrange: (events: StripeEvent[]) => StripeEvent[] = (events) => events): Promise<number[]> {
      const statuses: number[] = []
      for (const event of arrange(held.splice(0))) statuses.push(await post(event))
      return statuses
    },
    /** Sends an event again; answers the reply's status. */
    replay: post,
    /** Resolves when no message is underway. */
    async settled() {
      while (underway.size > 0) await Promise.all(underway)
    },
    async stop() {
      stopped.abort()
      await Promise.all(underway)
    },
  }
}
