import type { FastifyInstance } from 'fastify'
import type { Service } from '../service.ts'
import { StripeError } from '../stripe-error.ts'
import { checkoutPage, payCheckout } from './checkout.ts'
import { page } from './html.ts'
import { changeCard, invoicePage, payFromPortal, portalPage } from './portal.ts'

type Params = { Params: { id: string; invoice: string }; Body: { card?: unknown } | undefined }

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
  app.get<Params>('/checkout/:id', async ({ params }, reply) =>
    reply.type('text/html').send(checkoutPage(service, params.id)),
  )
  app.post<Params>('/checkout/:id', async ({ params, body }, reply) => {
    const paid = payCheckout(service, params.id, body?.card)
    service.save()
    if ('goTo' in paid) return reply.redirect(paid.goTo, 303)
    return reply
      .code(402)
      .type('text/html')
      .send(checkoutPage(service, params.id, paid.failure))
  })
  app.get<Params>('/portal/:id', async ({ params }, reply) =>
    reply.type('text/html').send(portalPage(service, params.id)),
  )
  app.post<Params>('/portal/:id/card', async ({ params, body }, reply) => {
    changeCard(service, params.id, body?.card)
    service.save()
    return reply.redirect(`/portal/${params.id}`, 303)
  })
  app.post<Params>('/portal/:id/pay/:invoice', async ({ params }, reply) => {
    const failure = payFromPortal(service, params.id, params.invoice)
    service.save()
    if (failure === undefined) return reply.redirect(`/portal/${params.id}`, 303)
    return reply
      .code(402)
      .type('text/html')
      .send(portalPage(service, params.id, failure))
  })
  app.get<Params>('/invoices/:id', async ({ params }, reply) =>
    reply.type('text/html').send(invoicePage(service, params.id)),
  )
}
