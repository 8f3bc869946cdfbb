import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Control } from '../control/control.ts'
import { parseForm } from '../parse-form.ts'
import type { Service } from '../service.ts'
import { StripeError } from '../stripe-error.ts'
import { CALLS } from './calls.ts'
import { presentReply } from './present-reply.ts'

type Deps = { service: Service; control: Control; apiKey: string }

/** Serves the calls of Stripe's API under `/v1`. */
export function serveApi(app: FastifyInstance, { service, control, apiKey }: Deps): void {
  const authorization = Buffer.from(`Bearer ${apiKey}`)
  for (const { method, path, run } of CALLS) {
    app.route<{ Params: { id?: string } }>({
      method,
      url: `/v1${path}`,
      handler: async (request, reply) => {
        const given = Buffer.from(request.headers.authorization ?? '')
        if (given.length !== authorization.length || !timingSafeEqual(given, authorization)) {
          const error = new StripeError('invalid_request_error', 'Invalid API Key provided', { status: 401 })
          return reply.code(401).send(error.body)
        }
        if (control.outage() === 'silence') return new Promise(() => {})
        const input = method === 'GET' ? parseForm(request.url.split('?')[1] ?? '') : request.body
        const key = method === 'POST' ? request.headers['idempotency-key'] : undefined
        const { id = '' } = request.params
        const intervention = control.takeIntervention(`${method} ${path}`)
        await intervention.beforeCall?.()
        if (intervention.refusal) return reply.code(400).send(intervention.refusal.body)
        const { status, body } = answerOnce(service, key?.toString(), `${path} ${id} ${JSON.stringify(input)}`, () =>
          answer(() => {
            // Like any other reply, this one is repeated for its key.
            if (control.outage() === 'errors' || intervention.fails)
              throw new StripeError('api_error', 'An unknown error occurred')
            return presentReply(service, run(service, input, id), expandOf(input))
          }),
        )
        if (method !== 'GET') service.save()
        await intervention.beforeAnswer?.()
        if (control.outage() === 'lost_answers' && method !== 'GET') return new Promise(() => {})
        return reply.code(status).send(body)
      },
    })
  }
}

function expandOf(input: unknown): string[] {
  const { expand = [] } = (input ?? {}) as { expand?: string[] }
  return expand
}

type Answer = { status: number; body: unknown }

function answer(run: () => object): Answer {
  try {
    return { status: 200, body: run() }
  } catch (error) {
    if (error instanceof StripeError) return { status: error.status, body: error.body }
    throw error
  }
}

/** A repeated request with the same key receives the first reply; another request with that key is refused. */
function answerOnce({ state }: Service, key: string | undefined, request: string, run: () => Answer): Answer {
  if (key === undefined) return run()
  const earlier = state.replies[key]
  if (earlier && earlier.request !== request) {
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    return { status: 400, body: new StripeError('idempotency_error', message).body }
  }
  if (earlier) return earlier
  const reply = run()
  state.replies[key] = { request, ...reply }
  return reply
}
