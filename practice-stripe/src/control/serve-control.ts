import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Control } from './control.ts'

const Advance = z.strictObject({ seconds: z.number().check(z.positive(), z.maximum(10 * 366 * 86_400)) })
const Webhooks = z.strictObject({ mode: z.enum(['send', 'hold', 'drop']) })
const Dispute = z.strictObject({ invoice: z.string() })
const Verdict = z.strictObject({ dispute: z.string(), status: z.enum(['won', 'lost']) })
const Outage = z.strictObject({ kind: z.enum(['none', 'errors', 'silence', 'lost_answers']) })

/** Serves the control of this service to other processes, as JSON under `/_control`. */
export function serveControl(app: FastifyInstance, control: Control): void {
  app.post('/_control/advance', async ({ body }) => {
    await control.advance(Advance.parse(body).seconds)
    return { now: control.now() }
  })
  app.post('/_control/webhooks', async ({ body }) => {
    control.setWebhooks(Webhooks.parse(body).mode)
    return {}
  })
  app.post('/_control/deliver', async () => ({ statuses: await control.deliverHeld() }))
  app.post('/_control/outage', async ({ body }) => {
    control.setOutage(Outage.parse(body).kind)
    return {}
  })
  app.post('/_control/open-dispute', async ({ body }) => ({
    dispute: control.openDispute(Dispute.parse(body).invoice),
  }))
  app.post('/_control/close-dispute', async ({ body }) => {
    const { dispute, status } = Verdict.parse(body)
    control.closeDispute(dispute, status)
    return {}
  })
  app.get('/_control/events', async () => ({ events: control.events() }))
}
