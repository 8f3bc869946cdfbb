import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messages } from '@bidwell/contract'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { createPages, type FoundPage, type PublicPages } from './serve-pages.ts'

/** Vite names the files of this folder by a hash of their content, so browsers may cache them forever. */
const HASHED_FOLDER = 'assets'
const APP_PAGE = 'index.html'

export type WebApp = {
  /** The built web app's folder with the files for browsers. */
  root: string
  /** Null to send the app for every path. */
  pages: PublicPages | null
}

const BUILT = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** The built web app; null where it has not been built. */
export function builtWebApp(publicUrl: string): WebApp | null {
  const root = join(BUILT, 'browser')
  return existsSync(root) ? { root, pages: { folder: join(BUILT, 'pages'), publicUrl } } : null
}

/** The HTML files of the built web app, as they stand; none where its folder is missing. */
export async function readHtml({ root }: WebApp): Promise<string[]> {
  const files = (await readdir(root).catch(() => [])).filter((name) => name.endsWith('.html'))
  return Promise.all(files.map((name) => readFile(join(root, name), 'utf8')))
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
    // The build leaves each file of the folder with hashed names beside its compressed version.
    preCompressed: true,
    // A folder is no file, and reading it as a compressed one would fail.
    allowedPath: (path) => !path.endsWith('/'),
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
    return page === null ? reply.code(200).sendFile(APP_PAGE) : sendPage(request, reply, page)
  }
  // To the plugin for files, the address of the home page is a folder.
  app.get('/', { schema: { hide: true } }, answer)
  app.setNotFoundHandler(answer)
}

/** Browsers keep the page and ask each time whether it is still the same. */
async function sendPage({ headers }: FastifyRequest, reply: FastifyReply, page: FoundPage) {
  // Weak, because the compressed page has the same version.
  const etag = `W/"${page.version}"`
  reply.headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: etag })
  if (page.status === 200 && headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  reply.code(page.status).type('text/html; charset=utf-8')
  if (!/\bbr\b/.test(headers['accept-encoding'] ?? '')) return reply.send(page.html)
  return reply.header('Content-Encoding', 'br').send(await page.compressed)
}

/** The path of the page that a request is for, without a slash at its end; null when it is for no page. */
function pagePathOf({ method, url }: FastifyRequest): string | null {
  const path = url.split('?', 1)[0] ?? url
  const isFileName = /\.\w+$/.test(path) || `${path}/`.startsWith(`/${HASHED_FOLDER}/`)
  if ((method !== 'GET' && method !== 'HEAD') || path === '/api' || path.startsWith('/api/') || isFileName) return null
  return path === '/' ? path : path.replace(/\/$/, '')
}
