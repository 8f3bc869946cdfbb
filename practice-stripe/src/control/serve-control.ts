import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Control } from './control.ts'

const Advance = z.strictObject({ seconds: z.number().check(z.positive(), z.maximum(10 * 366 * 86_400)) })
const Webhooks = z.strictObject({ mode: z.enum(['send', 'hold', 'drop']) })
const Dispute = z.strictObject({ invoice: z.string() })
const Verdict = z.strictObject({ dispute: z.string(), status: z.enum(['won', 'lost']) })
const Outage = z.strictObject({ kind: z.enum(['none', 'errors', 'silence', 'lost_answers']) })

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * Serves the control of this service, as JSON under `/_control`, to programs on this machine. Other hosts, and web pages in
 * a browser, are refused: they could stop the payments of an installation, and read who its customers are.
 */
export function serveControl(app: FastifyInstance, control: Control): void {
  void app.register(
    async (scope) => {
      scope.addHook('onRequest', async ({ ip, headers }, reply) => {
        const isOwn = LOOPBACK.has(ip) && LOOPBACK_HOST.test(headers.host ?? '') && headers.origin === undefined
        if (!isOwn) await reply.code(403).send({ message: 'Control is for programs on this machine' })
      })
      scope.post('/advance', async ({ body }) => {
        await control.advance(Advance.parse(body).seconds)
        return { now: control.now() }
      })
      scope.post('/webhooks', async ({ body }) => {
        control.setWebhooks(Webhooks.parse(body).mode)
        return {}
      })
      scope.post('/deliver', async () => ({ statuses: await control.deliverHeld() }))
      scope.post('/outage', async ({ body }) => {
        control.setOutage(Outage.parse(body).kind)
        return {}
      })
      scope.post('/open-dispute', async ({ body }) => ({
        dispute: control.openDispute(Dispute.parse(body).invoice),
      }))
      scope.post('/close-dispute', async ({ body }) => {
        const { dispute, status } = Verdict.parse(body)
        control.closeDispute(dispute, status)
        return {}
      })
      scope.get('/events', async () => ({ events: control.events() }))
    },
    { prefix: '/_control' },
  )
}
