import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { queryClient } from '../cache/query-client.ts'
import { App } from './App.tsx'
import { earlyPathsOf } from './early-paths.ts'
import { type Installation, INSTALLATION_ID, keepInstallation } from './installation.ts'
import { PAGE_HEADS } from './page-heads.ts'
import { PageFrame } from './PageFrame.tsx'
import { PUBLIC_PAGES } from './public-pages.ts'
import { isGuarded, PAGE_PATHS, preloadPage } from './routes.tsx'

/*
 * The program of a worker thread of the server: renders the public pages for this installation, and the frames of the other
 * pages, and posts them.
 */

type Job = Installation & {
  /** The address at which browsers reach Bidwell, without a slash at its end. */
  publicUrl: string
}

/**
 * The HTML of each public page, that of the not-found page, and the other pages: with `:name` in a path for a part that
 * varies, and the HTML of the app with the page's frame.
 */
type RenderedPages = { pages: Record<string, string>; notFound: string; appPages: { path: string; html: string }[] }

/** What a browser should load at once for a page of the app, by path. */
const PRELOADS: Readonly<Record<string, readonly string[]>> = JSON.parse(fileBeside('preloads.json'))

/** A path that no page has. */
const NO_PAGE = '/not-found'

async function renderPages({ publicUrl, ...installation }: Job): Promise<RenderedPages> {
  keepInstallation(installation)
  const template = fileBeside('page.html').replace(
    '<!--installation-->',
    () => `<script type="application/json" id="${INSTALLATION_ID}">${asJson(installation)}</script>`,
  )
  const render = async (path: string, head: string) => {
    await preloadPage(path)
    const markup = await renderAt(path, (Router) => <App Router={Router} />)
    return template.replace('<!--head-->', () => head).replace('<!--page-->', () => markup)
  }
  const appTemplate = fileBeside('index.html')
  const renderFrame = async (path: string) => {
    const markup = isGuarded(path) ? await renderAt(path, (Router) => <FrameApp Router={Router} path={path} />) : ''
    const preloads = (PRELOADS[path] ?? []).filter((file) => !appTemplate.includes(file))
    const links = preloads.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`)
    const early = earlyPathsOf(path).join(' ')
    return appTemplate
      .replace('<!--early answers-->', () => (early ? `<meta name="early-answers" content="${escape(early)}">` : ''))
      .replace('<!--page-->', () => markup)
      .replace('</head>', () => `${links.join('\n')}</head>`)
  }
  const pages: Record<string, string> = {}
  for (const { path, ...page } of PUBLIC_PAGES) {
    if ('ofPlans' in page && installation.pricing === null) continue
    pages[path] = await render(path, headOf({ ...PAGE_HEADS[path], url: publicUrl + path }))
  }
  return {
    pages,
    notFound: await render(NO_PAGE, '<title>There is no page here · Bidwell</title>'),
    appPages: await Promise.all(
      PAGE_PATHS.filter((path) => !PUBLIC_PAGES.some((page) => page.path === path)).map(async (path) => ({
        path,
        html: await renderFrame(path),
      })),
    ),
  }
}

/** JSON that cannot end the element that holds it. */
const asJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

type Router = ComponentType<{ children: ReactNode }>

const FrameApp = ({ Router, path }: { Router: Router; path: string }) => (
  <QueryClientProvider client={queryClient}>
    <Router>
      <PageFrame path={path} />
    </Router>
  </QueryClientProvider>
)

/** The markup of the app, or of a frame, at a path; a visitor sees the app. */
async function renderAt(path: string, appWith: (Router: Router) => ReactNode): Promise<string> {
  const Router: Router = ({ children }) => <StaticRouter location={path}>{children}</StaticRouter>
  const { prelude } = await prerender(appWith(Router), {
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

function fileBeside(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const job: Job = workerData
parentPort?.postMessage(await renderPages(job), [])
