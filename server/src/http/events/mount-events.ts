import { API_BASE, EVENTS_PATH } from '@bidwell/contract'
import type { FastifyInstance } from 'fastify'
import { type AccessDeps, checkSignedIn } from '../check-access.ts'
import type { EventHub } from './event-hub.ts'

/**
 * `GET /api/events`: what changes for the caller, as server-sent events, until either side ends it. A browser that says
 * which event it saw last has been away, and is told to read everything again.
 */
export function mountEvents(app: FastifyInstance, deps: AccessDeps, hub: EventHub) {
  app.route({
    method: 'GET',
    url: API_BASE + EVENTS_PATH,
    exposeHeadRoute: false,
    schema: {
      summary: 'What changes, as it changes (server-sent events)',
      security: [{ token: [] }],
    },
    handler: async (request, reply) => {
      const caller = await checkSignedIn(deps, request.headers.authorization)
      request.caller = caller
      const line = await hub.open(caller.accountId, caller.sessionId)
      if (request.headers['last-event-id'] !== undefined) line.send({ type: 'resync' })
      // Proxies that gather answers before passing them on would hold every event back.
      reply.header('X-Accel-Buffering', 'no').type('text/event-stream; charset=utf-8')
      return reply.send(line.stream)
    },
  })
}
