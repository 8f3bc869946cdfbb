import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App } from './App.tsx'
import { type Installation, INSTALLATION_ID, keepInstallation } from './installation.ts'
import { PAGE_HEADS } from './page-heads.ts'
import { PUBLIC_PAGES } from './public-pages.ts'
import { PAGE_PATHS, preloadPage } from './routes.tsx'

/*
 * The program of a worker thread of the server: renders the public pages for this installation, and posts them.
 */

type Job = Installation & {
  /** The address at which browsers reach Bidwell, without a slash at its end. */
  publicUrl: string
}

/** The HTML of each page that is rendered ahead, that of the not-found page, and the paths of the pages that are not. */
type RenderedPages = { pages: Record<string, string>; notFound: string; appPaths: string[] }

/** A path that no page has. */
const NO_PAGE = '/not-found'

async function renderPages({ publicUrl, ...installation }: Job): Promise<RenderedPages> {
  keepInstallation(installation)
  const template = readFileSync(join(import.meta.dirname, 'page.html'), 'utf8').replace(
    '<!--installation-->',
    () => `<script type="application/json" id="${INSTALLATION_ID}">${asJson(installation)}</script>`,
  )
  const render = async (path: string, head: string) => {
    const markup = await renderApp(path)
    return template.replace('<!--head-->', () => head).replace('<!--page-->', () => markup)
  }
  const pages: Record<string, string> = {}
  for (const { path, ...page } of PUBLIC_PAGES) {
    if ('ofPlans' in page && installation.pricing === null) continue
    pages[path] = await render(path, headOf({ ...PAGE_HEADS[path], url: publicUrl + path }))
  }
  return {
    pages,
    notFound: await render(NO_PAGE, '<title>There is no page here · Bidwell</title>'),
    appPaths: PAGE_PATHS.filter((path) => !PUBLIC_PAGES.some((page) => page.path === path)),
  }
}

/** JSON that cannot end the element that holds it. */
const asJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The markup of the app at a path, as a visitor sees it. */
async function renderApp(path: string): Promise<string> {
  await preloadPage(path)
  const Router = ({ children }: { children: ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>
  const { prelude } = await prerender(<App Router={Router} />, {
    // Otherwise the larger parts of a page would wait, hidden, for a script inside the page to show them.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error
    },
  })
  return new Response(prelude).text()
}

function headOf({ title, description, url }: { title: string; description: string; url: string }): string {
  return [
    `<title>${escape(`${title} · Bidwell`)}</title>`,
    `<meta name="description" content="${escape(description)}">`,
    `<link rel="canonical" href="${escape(url)}">`,
  ].join('\n    ')
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const job: Job = workerData
parentPort?.postMessage(await renderPages(job), [])
