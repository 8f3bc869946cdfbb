import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { policyFor } from './security-headers.ts'

/** Serves the API's OpenAPI document at `/api/openapi.json` and readable documentation at `/api/docs`. Call before mounting routes. */
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
    docs.addHook('onSend', async (_request, reply, payload) => {
      const isPage = typeof payload === 'string' && String(reply.getHeader('Content-Type')).startsWith('text/html')
      if (isPage) reply.header('Content-Security-Policy', policyFor(payload))
    })
    await docs.register(scalar, {
      routePrefix: '/api/docs',
      configuration: {
        url: '/api/openapi.json',
        pageTitle: 'Bidwell API',
        // The page's policy blocks calls to other hosts, so the features that need such calls are off.
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: 'never',
      },
    })
  })
}
