import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Trace } from '../platform/trace.ts'

type Run = (work: () => void) => void

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs `work` within the request's span; null without tracing. */
    inSpan: Run | null
  }
}

/** Makes a span of each request, by the template of its address. What the request causes has it as its parent. */
export function traceRequests(app: FastifyInstance, trace: Trace): void {
  app.decorateRequest('inSpan', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'unknown'
    const attributes = { 'http.request.method': method, 'http.route': route }
    void trace({ name: `${method} ${route}`, kind: 'server', attributes }, async (note) => {
      const ended = Promise.withResolvers<void>()
      reply.raw.once('close', () => ended.resolve())
      request.inSpan = AsyncLocalStorage.snapshot()
      done()
      await ended.promise
      note({ 'http.response.status_code': reply.statusCode })
    })
  })
  // A body arrives outside of the span.
  app.addHook('preValidation', ({ inSpan }, _reply, done) => (inSpan === null ? done() : inSpan(done)))
}
