import { API_BASE, EVENTS_PATH } from '@bidwell/contract'
import type { FastifyInstance } from 'fastify'
import type { IdentityCtx } from '../../identity/identity-ctx.ts'
import { checkAccess } from '../check-access.ts'
import type { EventHub } from './event-hub.ts'

/** `GET /api/events`: the changes of the caller's account, as server-sent events, until either side ends the stream. */
export function mountEvents(app: FastifyInstance, ctx: IdentityCtx, hub: EventHub) {
  // Closing the app waits for the responses in progress, and event streams have no end of their own.
  app.addHook('preClose', async () => hub.closeStreams())
  app.route({
    method: 'GET',
    url: API_BASE + EVENTS_PATH,
    exposeHeadRoute: false,
    schema: {
      summary: 'What changes, as it changes (server-sent events)',
      security: [{ token: [] }],
    },
    handler: async (request, reply) => {
      const caller = await checkAccess(ctx, { access: 'signed-in', scope: 'read' }, request)
      if (caller === null) return
      const { accountId } = caller
      const isProgram = 'token' in caller
      const sessionId = isProgram ? caller.token.id : caller.sessionId
      const stream = await hub.open({ accountId, sessionId, isProgram, ipAddress: request.ip })
      // A proxy that buffers responses would hold every event back.
      reply.header('X-Accel-Buffering', 'no').type('text/event-stream; charset=utf-8')
      return reply.send(stream.output)
    },
  })
}
