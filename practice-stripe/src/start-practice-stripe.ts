import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { createControl } from './control.ts'
import { servePages } from './pages/serve-pages.ts'
import { parseForm } from './parse-form.ts'
import { advance } from './run-clock.ts'
import { serveApi } from './serve-api.ts'
import { createService } from './service.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

const TICK_MS = 1_000

export type PracticeStripeOptions = {
  /** 0 picks a free port. */
  port: number
  host?: string
  /** The secret key that calls carry. */
  apiKey: string
  /** Null: no webhook is sent. */
  webhookUrl: string | null
  webhookSecret: string
  /** Where the state is kept; without it, in memory. */
  file?: string
  /** The time, epoch ms; by default the machine's. */
  clock?: () => number
  onError?: (error: unknown) => void
}

/** Starts the service. Disposing cuts all connections and stops at once. */
export async function startPracticeStripe(options: PracticeStripeOptions) {
  const { port, host = '127.0.0.1', apiKey, webhookUrl, webhookSecret } = options
  const { file = null, clock = Date.now, onError = () => {} } = options
  const hooks: { current?: Webhooks } = {}
  const service = createService({ clock, file, onEvent: (event) => hooks.current?.onEvent(event) })
  const webhooks = createWebhooks({ url: webhookUrl, secret: webhookSecret, now: service.now, onError })
  hooks.current = webhooks
  const control = createControl(service, webhooks)

  const app = fastify({ forceCloseConnections: true })
  acceptForms(app)
  serveApi(app, { service, control, apiKey })
  servePages(app, service)
  app.get('/health', async () => ({ status: 'ok' }))
  await app.listen({ port, host })
  // The address of a server that listens on a port is an `AddressInfo`.
  service.url = `http://${host}:${(app.server.address() as AddressInfo).port}`

  const ticking = setInterval(() => {
    advance(service, 0)
    service.save()
  }, TICK_MS)
  return {
    url: service.url,
    control,
    async [Symbol.asyncDispose]() {
      clearInterval(ticking)
      await webhooks.stop()
      await app.close()
      service.save()
    },
  }
}

export type PracticeStripe = Awaited<ReturnType<typeof startPracticeStripe>>

function acceptForms(app: FastifyInstance) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, parseForm(body.toString()))
  })
}
