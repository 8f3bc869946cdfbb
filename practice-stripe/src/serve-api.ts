import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { CALLS } from './calls.ts'
import type { Control } from './control.ts'
import { parseForm } from './parse-form.ts'
import type { Service } from './service.ts'
import { StripeError } from './stripe-error.ts'

type Deps = { service: Service; control: Control; apiKey: string }

/** Serves the calls of Stripe's API under `/v1`. */
export function serveApi(app: FastifyInstance, { service, control, apiKey }: Deps): void {
  const authorization = Buffer.from(`Bearer ${apiKey}`)
  for (const { method, path, run } of CALLS) {
    app.route<{ Params: { id?: string } }>({
      method,
      url: `/v1${path}`,
      handler: async (request, reply) => {
        try {
          const given = Buffer.from(request.headers.authorization ?? '')
          if (given.length !== authorization.length || !timingSafeEqual(given, authorization)) {
            throw new StripeError('invalid_request_error', 'Invalid API Key provided', 401)
          }
          if (control.isOut()) throw new StripeError('api_error', 'An unknown error occurred', 500)
          const input = method === 'GET' ? parseForm(request.url.split('?')[1] ?? '') : request.body
          const answer = structuredClone(run(service, input, request.params.id ?? ''))
          if (method !== 'GET') service.save()
          return await reply.send(answer)
        } catch (error) {
          if (!(error instanceof StripeError)) throw error
          return reply.code(error.status).send(error.body)
        }
      },
    })
  }
}
