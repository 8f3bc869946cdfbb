import { join, sep } from 'node:path'
import { messages } from '@bidwell/contract'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { createPages, type PublicPages } from './serve-pages.ts'

/** Vite names the files of this folder by a hash of their content, so browsers may cache them forever. */
const HASHED_FOLDER = 'assets'
const APP_PAGE = 'index.html'

export type WebApp = {
  /** The built web app's folder with the files for browsers. */
  root: string
  /** Null to send the app for every path. */
  pages: PublicPages | null
}

/**
 * Serves the web app. A path that is neither a file nor of the API gets its public page, or the app's page, whose router
 * does the rest. With `web` null, any path without a route is 'not found'.
 */
export async function serveWeb(app: FastifyInstance, web: WebApp | null) {
  if (web === null) {
    app.setNotFoundHandler(() => {
      throw new AppError('not_found', messages.generic.notFound)
    })
    return
  }
  const hashedFolder = join(web.root, HASHED_FOLDER, sep)
  await app.register(serveStatic, {
    root: web.root,
    index: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = path.startsWith(hashedFolder)
      response.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const findPage = web.pages ? createPages(app, web.pages) : null
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pagePathOf(request)
    if (path === null) throw new AppError('not_found', messages.generic.notFound)
    const page = (await findPage?.(path)) ?? null
    return page === null ? reply.code(200).sendFile(APP_PAGE) : sendPage(reply, page)
  }
  // To the plugin for files, the address of the home page is a folder.
  app.get('/', { schema: { hide: true } }, answer)
  app.setNotFoundHandler(answer)
}

const sendPage = (reply: FastifyReply, { status, html }: { status: number; html: string }) =>
  reply.code(status).header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(html)

/** The path of the page that a request is for, without a slash at its end; null when it is for no page. */
function pagePathOf({ method, url }: FastifyRequest): string | null {
  const path = url.split('?', 1)[0] ?? url
  const isFileName = /\.\w+$/.test(path)
  if ((method !== 'GET' && method !== 'HEAD') || path === '/api' || path.startsWith('/api/') || isFileName) return null
  return path === '/' ? path : path.replace(/\/$/, '')
}
