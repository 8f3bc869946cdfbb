import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { brotliCompress } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

export type PublicPages = {
  /** The built web app's folder with the program that renders pages. */
  folder: string
  /** The address at which browsers reach Bidwell. */
  publicUrl: string
}

/** `version` changes with the HTML; `compressed` is the HTML in the format of Brotli. */
export type FoundPage = { status: 200 | 404; html: string; version: string; compressed: Promise<Buffer> }

/** The HTML of the pages, with `:name` in a path for a part that varies. */
type RenderedPages = { pages: { path: string; html: string }[]; notFound: string }

type Pages = {
  pages: { pattern: URLPattern; find: () => FoundPage }[]
  notFound: () => FoundPage
}

const VERSION_LENGTH = 16
const compress = promisify<string, Buffer>(brotliCompress)

/**
 * The pages, rendered for this installation when the first one is asked for. Should that fail, browsers get the app alone, and
 * the next request tries again.
 */
export function createPages(app: FastifyInstance, { folder, publicUrl }: PublicPages) {
  let rendering: Promise<Pages> | null = null

  async function renderAll(): Promise<Pages> {
    const [site, operator, pricing] = await Promise.all(
      ['/api/site', '/api/operator', '/api/subscription/pricing'].map((path) => ask(app, path)),
    )
    const facts = { site, operator, pricing, publicUrl: publicUrl.replace(/\/$/, '') }
    const { pages, notFound } = await runInThread<RenderedPages>(join(folder, 'render-pages.js'), facts)
    return {
      pages: pages.map(({ path, html }) => ({
        pattern: new URLPattern({ pathname: path }),
        find: describeOnce(html, 200),
      })),
      notFound: describeOnce(notFound, 404),
    }
  }

  /** The page at a path, with its status; null when no page could be rendered. */
  return async function findPage(path: string): Promise<FoundPage | null> {
    try {
      rendering ??= renderAll()
      const { pages, notFound } = await rendering
      return (pages.find(({ pattern }) => pattern.test({ pathname: path }))?.find ?? notFound)()
    } catch (err) {
      rendering = null
      app.log.error({ err }, 'the pages could not be rendered: browsers get the app without them')
      return null
    }
  }
}

/** Compresses a page as far as it goes, which takes a tenth of a second, when it is asked for first. */
function describeOnce(html: string, status: FoundPage['status']): () => FoundPage {
  let page: FoundPage | undefined
  return () =>
    (page ??= {
      status,
      html,
      version: createHash('sha256').update(html).digest('base64url').slice(0, VERSION_LENGTH),
      compressed: compress(html),
    })
}

/** Runs a program in a thread of its own until it posts its result. */
async function runInThread<Result>(program: string, workerData: unknown): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const worker = new Worker(program, { workerData, env: {} })
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`The program that renders pages ended with code ${code}`)))
  try {
    return await promise
  } finally {
    // The app's caches have timers, which would keep the thread.
    await worker.terminate()
  }
}

/** The data that the API answers to everybody; null where it has none. */
async function ask(app: FastifyInstance, url: string): Promise<unknown> {
  const answer = await app.inject({ url })
  if (answer.statusCode === 404) return null
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  return answer.json<{ data: unknown }>().data
}
