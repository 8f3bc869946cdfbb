import type { StripeEvent } from './records.ts'
import { advance } from './run-clock.ts'
import type { Service } from './service.ts'
import type { WebhookMode, Webhooks } from './webhooks.ts'

export type Control = ReturnType<typeof createControl>

/** What tests do to this service from outside: its clock, its webhooks, and its failures. */
export function createControl(service: Service, webhooks: Webhooks) {
  let fails = false
  return {
    /** Epoch ms. */
    now: () => service.now() * 1_000,
    /** Moves the clock ahead; what falls due on the way happens at its own instant. */
    async advance(seconds: number) {
      advance(service, seconds)
      service.save()
      await webhooks.settled()
    },
    setWebhooks: (mode: WebhookMode) => webhooks.setMode(mode),
    deliverHeld: (arrange?: (events: StripeEvent[]) => StripeEvent[]) => webhooks.deliver(arrange),
    replay: (event: StripeEvent) => webhooks.replay(event),
    settled: () => webhooks.settled(),
    /** Has every call of the API answer 500, or work again. */
    setOutage(isOut: boolean) {
      fails = isOut
    },
    isOut: () => fails,
  }
}
