import type { FastifyInstance } from 'fastify'
import type { Service } from '../service.ts'
import { StripeError } from '../stripe-error.ts'
import { checkoutPage, payCheckout } from './checkout.ts'
import { page } from './html.ts'
import { actInPortal, invoicePage, portalPage } from './portal.ts'

type Sent = { Params: { id: string }; Body: { action?: string; value?: string; card?: string } | undefined }

const NOT_FOUND = 404

/** Serves the pages that Stripe hosts: checkout, billing portal and invoices. */
export function servePages(app: FastifyInstance, service: Service): void {
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/v1'))
      reply.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
  })
  app.setErrorHandler(async (error, _request, reply) => {
    if (!(error instanceof StripeError)) throw error
    return reply.code(error.status).type('text/html').send(page('Not found', '<h1>This page does not exist.</h1>'))
  })

  /** A page with forms. `act` returns where to go next; what it refuses, the page says. */
  function serve(
    path: string,
    show: (service: Service, id: string, failure?: string) => string,
    act: (id: string, body: NonNullable<Sent['Body']>) => string,
  ) {
    app.get<Sent>(path, async ({ params }, reply) => reply.type('text/html').send(show(service, params.id)))
    app.post<Sent>(path, async ({ params, body }, reply) => {
      try {
        const goTo = act(params.id, body ?? {})
        service.save()
        return await reply.redirect(goTo, 303)
      } catch (error) {
        if (!(error instanceof StripeError) || error.status === NOT_FOUND) throw error
        return reply
          .code(error.status)
          .type('text/html')
          .send(show(service, params.id, error.message))
      }
    })
  }
  serve('/checkout/:id', checkoutPage, (id, { card }) => payCheckout(service, id, card))
  serve('/portal/:id', portalPage, (id, asked) => {
    actInPortal(service, id, asked)
    return `/portal/${id}`
  })
  app.get<Sent>('/invoices/:id', async ({ params }, reply) =>
    reply.type('text/html').send(invoicePage(service, params.id)),
  )
}
