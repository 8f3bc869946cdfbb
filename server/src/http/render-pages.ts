import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** What the public pages say about the installation, as the API answers it. `pricing` is null without plans. */
export type PageFacts = { site: unknown; operator: unknown; pricing: unknown; publicUrl: string }

/** The HTML of the public pages, by path, and of the app's other pages, with `:name` in a path for a part that varies. */
export type RenderedPages = {
  pages: Record<string, string>
  notFound: string
  appPages: { path: string; html: string }[]
}

const PROGRAM = 'render-pages.js'

/** Renders the public pages with the program in a folder of the built web app: in a thread of its own, which then ends. */
export async function renderPages(folder: string, facts: PageFacts): Promise<RenderedPages> {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedPages>()
  const worker = new Worker(join(folder, PROGRAM), { workerData: facts, env: {} })
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
