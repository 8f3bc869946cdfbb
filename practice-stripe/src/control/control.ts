import { closeDispute, openDispute } from '../disputes.ts'
import type { StripeEvent } from '../records.ts'
import { advance } from '../run-clock.ts'
import type { Service } from '../service.ts'
import type { WebhookMode, Webhooks } from '../webhooks.ts'

export type Control = ReturnType<typeof createControl>

/** What tests do to this service from outside: its clock, its webhooks, and its failures. */
export function createControl(service: Service, webhooks: Webhooks) {
  let outage: 'none' | 'errors' | 'silence' | 'lost_answers' = 'none'
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
    events: (): StripeEvent[] => Object.values(service.state.events),
    replay: (event: StripeEvent) => webhooks.replay(event),
    settled: () => webhooks.settled(),
    /** Has the bank take back what was paid for an invoice. Returns the dispute's id. */
    openDispute(invoice: string): string {
      const { id } = openDispute(service, invoice)
      service.save()
      return id
    },
    closeDispute(dispute: string, status: 'won' | 'lost') {
      closeDispute(service, dispute, status)
      service.save()
    },
    /**
     * `errors`: every call of the API answers 500. `silence`: calls are never answered. `lost_answers`: calls that change
     * something are carried out, and never answered.
     */
    setOutage(next: typeof outage) {
      outage = next
    },
    outage: () => outage,
  }
}
