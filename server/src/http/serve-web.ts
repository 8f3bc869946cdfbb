import { join, sep } from 'node:path'
import { messages } from '@bidwell/contract'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'

/** Vite names the files of this folder by a hash of their content, so browsers may cache them forever. */
const HASHED_FOLDER = 'assets'

/**
 * Serves the built web app: any path that is neither a file nor of the API gets the page, whose router does the rest.
 * With `webRoot` null, any path without a route is 'not found'.
 */
export async function serveWeb(app: FastifyInstance, webRoot: string | null) {
  if (webRoot !== null) {
    const hashedFolder = join(webRoot, HASHED_FOLDER, sep)
    await app.register(serveStatic, {
      root: webRoot,
      cacheControl: false,
      setHeaders: (response, path) => {
        const isHashed = path.startsWith(hashedFolder)
        response.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
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
