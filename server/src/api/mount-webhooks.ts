import type { FastifyInstance } from 'fastify'
import type { Webhook } from '../http/route.ts'

const BODY_LIMIT_BYTES = 1024 * 1024

/**
 * Mounts each webhook. Their bodies are handed on as they came, because a signature is over the bytes; all
 * other calls keep their parser.
 */
export async function mountWebhooks(app: FastifyInstance, webhooks: readonly Webhook[]): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const { path, receive } of webhooks) {
      const options = { schema: { hide: true }, bodyLimit: BODY_LIMIT_BYTES }
      scope.post<{ Body?: Buffer }>(path, options, async ({ body, headers, url }, reply) => {
        const { searchParams } = new URL(url, 'http://localhost')
        const answer = await receive(body ?? Buffer.alloc(0), headers, searchParams)
        return answer ? reply.type(answer.type).send(answer.text) : { success: true }
      })
    }
  })
}
