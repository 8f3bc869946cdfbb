import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { REFERENCE_PAGE_POLICY } from './security-headers.ts'

/** The API's description for programs at `/api/openapi.json`, and for people at `/api/docs`. Register before routes. */
export async function documentApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Bidwell', version: '1', description: 'Last-second bids on second-hand goods auctions.' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())

  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('Content-Security-Policy', REFERENCE_PAGE_POLICY)
    })
    await docs.register(scalar, {
      routePrefix: '/api/docs',
      configuration: { url: '/api/openapi.json', pageTitle: 'Bidwell API', withDefaultFonts: false },
    })
  })
}
