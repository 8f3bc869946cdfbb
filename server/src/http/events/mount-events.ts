import { API_BASE, EVENTS_PATH } from '@bidwell/contract'
import type { FastifyInstance } from 'fastify'
import { type AccessDeps, checkSignedIn } from '../check-access.ts'
import type { EventHub } from './event-hub.ts'

/** `GET /api/events`: what changes for the caller, as server-sent events, until either side ends it. */
export function mountEvents(app: FastifyInstance, deps: AccessDeps, hub: EventHub) {
  // Stopping waits for answers under way, and these would never end.
  app.addHook('preClose', async () => hub.closeLines())
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
      // Proxies that gather answers before passing them on would hold every event back.
      reply.header('X-Accel-Buffering', 'no').type('text/event-stream; charset=utf-8')
      return reply.send(line.stream)
    },
  })
}
