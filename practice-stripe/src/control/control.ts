import { closeDispute, openDispute } from '../disputes.ts'
import type { StripeEvent } from '../records.ts'
import { advance } from '../run-clock.ts'
import type { Service } from '../service.ts'
import { StripeError } from '../stripe-error.ts'
import type { WebhookMode, Webhooks } from '../webhooks.ts'

export type Control = ReturnType<typeof createControl>

type Intervention = {
  call: string
  beforeCall?: () => Promise<void>
  beforeAnswer?: () => Promise<void>
  refusal?: StripeError
  fails?: true
}

/** What tests do to this service from outside: its clock, its webhooks, and its failures. */
export function createControl(service: Service, webhooks: Webhooks) {
  let outage: 'none' | 'errors' | 'silence' | 'lost_answers' = 'none'
  const interventions: Intervention[] = []
  return {
    /**
     * Keeps the next call of a name, as `POST /subscriptions/:id`, waiting: before it is carried out, or before its answer
     * is sent. `reached` resolves when it waits.
     */
    holdNext(call: string, before: 'call' | 'answer') {
      const reached = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      const wait = () => {
        reached.resolve()
        return released.promise
      }
      interventions.push(before === 'call' ? { call, beforeCall: wait } : { call, beforeAnswer: wait })
      return { reached: reached.promise, release: () => released.resolve() }
    },
    /** Refuses the next call of a name, before anything is done. */
    refuseNext(call: string, code: string, message: string) {
      interventions.push({ call, refusal: new StripeError('invalid_request_error', message, { code }) })
    },
    /** Has the next call of a name fail at Stripe, and each repetition with its key. */
    failNext: (call: string) => void interventions.push({ call, fails: true }),
    /** What is to happen to a call that arrives, once. */
    takeIntervention(call: string): Intervention {
      const at = interventions.findIndex((one) => one.call === call)
      return interventions.splice(at, at < 0 ? 0 : 1)[0] ?? { call }
    },
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
