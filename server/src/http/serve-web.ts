import { join, sep } from 'node:path'
import { messages } from '@bidwell/contract'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'

/** In here Vite names files by their content, so a browser may keep them for good. */
const NAMED_BY_CONTENT = 'assets'

/**
 * Serves the built web app. Any path that is neither a file nor of the API is a page of the app: the browser's router
 * knows which. `webRoot` null: everything that is no route is 'not found'.
 */
export async function serveWeb(app: FastifyInstance, webRoot: string | null) {
  if (webRoot !== null) {
    const namedByContent = join(webRoot, NAMED_BY_CONTENT, sep)
    await app.register(serveStatic, {
      root: webRoot,
      cacheControl: false,
      setHeaders: (response, path) => {
        const forGood = path.startsWith(namedByContent)
        response.header('Cache-Control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (webRoot !== null && isPage(request)) return reply.sendFile('index.html')
    throw new AppError('not_found', messages.generic.notFound)
  })
}

function isPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? url
  const isFileName = /\.\w+$/.test(path)
  return (method === 'GET' || method === 'HEAD') && path !== '/api' && !path.startsWith('/api/') && !isFileName
}
