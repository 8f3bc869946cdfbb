import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { type RenderedPages, renderPages } from './render-pages.ts'

export type PublicPages = {
  /** The built web app's folder with the program that renders pages. */
  folder: string
  /** The address at which browsers reach Bidwell. */
  publicUrl: string
}

/** `version` changes with the HTML; `compressed` is the HTML in the format of Brotli. */
export type FoundPage = { status: 200 | 404; html: string; version: string; compressed: () => Promise<Buffer> }

/**
 * The public pages and the frames of the others, rendered for this installation when the first page is asked for. Should that
 * fail, browsers get the app alone, and the next request tries again.
 */
export function createPages(app: FastifyInstance, { folder, publicUrl }: PublicPages) {
  let rendering: Promise<RenderedPages> | null = null
  const compressions = new Map<string, Promise<Buffer>>()

  const render = async () => {
    const [site, operator, pricing] = await Promise.all(
      ['/api/site', '/api/operator', '/api/subscription/pricing'].map((path) => ask(app, path)),
    )
    return renderPages(folder, { site, operator, pricing, publicUrl: publicUrl.replace(/\/$/, '') })
  }
  const rendered = () => {
    rendering ??= render().catch((err: unknown) => {
      rendering = null
      throw err
    })
    return rendering
  }

  /** Compresses a page as far as it goes, which takes a tenth of a second, once. */
  const compressOnce = (html: string) => {
    const compression = compressions.get(html) ?? compress(html)
    compressions.set(html, compression)
    return compression
  }
  const found = (status: FoundPage['status'], html: string) => ({
    status,
    html,
    version: createHash('sha256').update(html).digest('base64url').slice(0, VERSION_LENGTH),
    compressed: () => compressOnce(html),
  })

  /** The page at a path, with its status; null when no page could be rendered. */
  return async function findPage(path: string): Promise<FoundPage | null> {
    try {
      const { pages, notFound, appPages } = await rendered()
      const html = pages[path] ?? appPages.find((page) => matches(page.path, path))?.html
      return html === undefined ? found(404, notFound) : found(200, html)
    } catch (err) {
      app.log.error({ err }, 'the pages could not be rendered: browsers get the app without them')
      return null
    }
  }
}

const VERSION_LENGTH = 16

const compress = promisify<string, Buffer>(brotliCompress)

/** The data that the API answers to everybody; null where it has none. */
async function ask(app: FastifyInstance, url: string): Promise<unknown> {
  const answer = await app.inject({ url })
  if (answer.statusCode === 404) return null
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  return answer.json<{ data: unknown }>().data
}

/** Whether a path has the parts of a pattern; `:name` stands for any part. */
function matches(pattern: string, path: string): boolean {
  const [parts, given] = [pattern.split('/'), path.split('/')]
  return parts.length === given.length && parts.every((part, place) => part.startsWith(':') || part === given[place])
}
