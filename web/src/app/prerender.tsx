import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router'
import { App } from './App.tsx'
import { type Installation, INSTALLATION_ID, keepInstallation } from './installation.ts'
import { PlansOnly } from './page-guards.tsx'
import { type PageRoute, routes } from './routes.tsx'

/*
 * The program of a worker thread of the server: renders the public pages for this installation, and posts them. All others are the
 * page that says that it loads.
 */

type Job = Installation & {
  /** The address at which browsers reach Bidwell, without a slash at its end. */
  publicUrl: string
}

const TEMPLATE = readFileSync(join(import.meta.dirname, '..', 'browser', 'index.html'), 'utf8')

/** A path that no page has. */
const NO_PAGE = '/not-found'

/** The HTML of each page, with `:name` in its path for a part that varies, and that of the not-found page. */
async function renderPages({ publicUrl, ...installation }: Job) {
  keepInstallation(installation)
  const data = JSON.stringify(installation).replaceAll('<', String.raw`\u003c`) // cannot end the element that holds it
  const renderPublic = async (path: string, head: ReactNode) => {
    const markup = await renderAt(path)
    return TEMPLATE.replace(/<!--head-->[^]*<!--\/head-->/, () => renderToStaticMarkup(head))
      .replace('<!--installation-->', () => `<script type="application/json" id="${INSTALLATION_ID}">${data}</script>`)
      .replace(/\s*<!--page-->[^]*<!--\/page-->\s*/, () => markup)
  }

  const pages: { path: string; html: string }[] = []
  for (const { path, lazy, layouts } of pagesIn(routes)) {
    if (layouts.includes(PlansOnly) && installation.pricing === null) continue
    const { head } = await lazy()
    const html = head ? await renderPublic(path, <Head {...head} url={publicUrl + path} />) : TEMPLATE
    pages.push({ path, html })
  }
  return { pages, notFound: await renderPublic(NO_PAGE, <title>There is no page here · Bidwell</title>) }
}

/** The pages among routes, each with the components around it. */
function pagesIn(among: readonly RouteObject[], layouts: unknown[] = []): (PageRoute & { layouts: unknown[] })[] {
  return among.flatMap((route) => {
    if (route.children) return pagesIn(route.children, [...layouts, route.Component])
    return isPage(route) ? [{ ...route, layouts }] : []
  })
}

const isPage = (route: object): route is PageRoute => 'lazy' in route

const Head = ({ title, description, url }: { title: string; description: string; url: string }) => (
  <>
    <title>{`${title} · Bidwell`}</title>
    <meta name="description" content={description} />
    <link rel="canonical" href={url} />
  </>
)

/** The markup of the page at a path, as a visitor sees it. */
async function renderAt(path: string): Promise<string> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(new URL(path, 'http://localhost')))
  if (context instanceof Response) throw new Error(`${path} answers with a response`)
  const page = (
    <App>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </App>
  )
  const { prelude } = await prerender(page, {
    // Otherwise the larger parts of a page would wait, hidden, for a script inside the page to show them.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error
    },
  })
  return new Response(prelude).text()
}

const job: Job = workerData
parentPort?.postMessage(await renderPages(job), [])
