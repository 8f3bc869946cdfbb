import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { PAGE_STYLE, renderApiPage } from './render-api-page.ts'

/** The page has no script, so no code runs on the origin that keeps the tokens. */
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the API's OpenAPI document at `/api/openapi.json` and a page to read at `/api/docs`. Call before mounting routes. */
export async function documentApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Bidwell', version: '1', description: 'Last-second bids on second-hand goods auctions.' },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'The token of a session, or an API token.' },
        },
      },
    },
    transform: jsonSchemaTransform,
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  for (const url of ['/api/docs', '/api/docs/']) {
    app.get(url, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header('Content-Security-Policy', PAGE_POLICY)
        .type('text/html; charset=utf-8')
        .send(renderApiPage(app.swagger())),
    )
  }
}
