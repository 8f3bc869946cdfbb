import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { WebhookAlert } from '@bidwell/contract'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { VERSION } from '../platform/release.ts'
import { PAGE_STYLE, renderApiPage } from './render-api-page.ts'

const compress = promisify<string, Buffer>(brotliCompress)

/** The page has no script, so no code runs on the origin that keeps the tokens. */
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const OPENAPI = { openapi: '3.1.0' } as const

/** Serves the API's OpenAPI document at `/api/openapi.json` and a page to read at `/api/docs`. Call before mounting routes. */
export async function documentApi(app: FastifyInstance) {
  const described = new Map<RouteOptions, ReturnType<typeof jsonSchemaTransform>>()
  await app.register(swagger, {
    openapi: {
      ...OPENAPI,
      info: { title: 'Bidwell', version: VERSION, description: 'Last-second bids on second-hand goods auctions.' },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'The token of a session, or an API token.' },
        },
      },
      webhooks: { alert: { post: alertCall() } },
    },
    transform: (document) => described.get(document.route) ?? jsonSchemaTransform(document),
  })
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  /** Route by route, so that other calls come in between: all at once would hold them up for half a second. */
  const describe = async () => {
    for (const route of routes) {
      const { schema, url } = route
      if (!schema) continue
      described.set(route, jsonSchemaTransform({ schema, url, route, openapiObject: OPENAPI }))
      await nextTurn()
    }
    return app.swagger()
  }
  // The answers come compressed already.
  const options = { schema: { hide: true }, compress: false } as const
  const sendDocument = writeOnce(async () => JSON.stringify(await describe()))
  app.get('/api/openapi.json', options, (request, reply) => sendDocument(request, reply.type('application/json')))
  const sendPage = writeOnce(async () => renderApiPage(await describe()))
  for (const url of ['/api/docs', '/api/docs/']) {
    app.get(url, options, (request, reply) =>
      sendPage(request, reply.header('Content-Security-Policy', PAGE_POLICY).type('text/html; charset=utf-8')),
    )
  }
}

/** Writes and compresses an answer at the first call: both take much longer than sending it. */
function writeOnce(write: () => Promise<string>) {
  let writing: Promise<{ text: string; compressed: Promise<Buffer> }> | undefined
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    writing ??= write().then((text) => ({ text, compressed: compress(text) }))
    const { text, compressed } = await writing
    reply.header('Vary', 'accept-encoding')
    if (!/\bbr\b/.test(headers['accept-encoding'] ?? '')) return reply.send(text)
    return reply.header('Content-Encoding', 'br').send(await compressed)
  }
}

/** The call that a webhook of the preset `standard` receives. */
const alertCall = () => ({
  summary: 'An alert, signed as https://www.standardwebhooks.com says',
  parameters: [
    header('webhook-id', 'The same at each attempt: a receiver drops a second copy by it'),
    header('webhook-timestamp', 'Seconds since 1970. Refuse what is more than five minutes away.'),
    header('webhook-signature', 'One or two of `v1,BASE64`, separated by a space: one of them fits the secret'),
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: z.toJSONSchema(WebhookAlert, { io: 'input' }) as object } },
  },
  responses: {
    '2XX': { description: 'The alert was taken' },
    '410': { description: 'Bidwell switches the webhook off' },
  },
})

const header = (name: string, description: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
})
