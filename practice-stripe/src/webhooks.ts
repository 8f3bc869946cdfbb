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

/** How long after a failure a message is sent again, ms. Stripe goes on for three days; this service gives up sooner. */
const RETRIES_MS = [1_000, 5_000, 30_000, 300_000]
const TIMEOUT_MS = 10_000

/** The header of a signed message: the instant, and the signature over the instant and the body. */
const signatureOf = (secret: string, body: string, at: number): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

/** Sends each event to the endpoint, signed, and again when the endpoint does not accept it. */
export function createWebhooks({ url, secret, now, onError }: Options) {
  let mode: WebhookMode = 'send'
  const held: StripeEvent[] = []
  const timers = new Set<NodeJS.Timeout>()
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

  async function send(event: StripeEvent, retry = 0): Promise<void> {
    const status = await post(event).catch(() => 0)
    const wait = RETRIES_MS[retry]
    if ((status >= 200 && status < 300) || wait === undefined || stopped.signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      start(event, retry + 1)
    }, wait)
    timers.add(timer)
  }

  function start(event: StripeEvent, retry = 0) {
    const sending = send(event, retry)
      .catch(onError)
      .finally(() => underway.delete(sending))
    underway.add(sending)
  }

  return {
    onEvent(event: StripeEvent) {
      if (mode === 'send') start(event)
      if (mode === 'hold') held.push(event)
    },
    setMode(next: WebhookMode) {
      mode = next
    },
    held: (): readonly StripeEvent[] => held,
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
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(underway)
    },
  }
}
