import type { ComponentType } from 'react'
import { matchPath, useLocation } from 'react-router'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { PageLoading } from './PageLoading.tsx'
import { PUBLIC_PAGES } from './public-pages.ts'
import { RequireSignIn } from './RequireSignIn.tsx'
import { Shell } from './Shell.tsx'

const loadVerifyEmailPage = async () => (await import('../account/verification/VerifyEmailPage.tsx')).VerifyEmailPage
const loadSimulatorPage = async () => (await import('../simulator/SimulatorPage.tsx')).SimulatorPage
const loadNotFoundPage = async () => (await import('./NotFoundPage.tsx')).NotFoundPage

/** The parts of a path that vary, by their names. */
type Params = Readonly<Record<string, string | undefined>>
type LoadPage = () => Promise<ComponentType<Params>>

/** The pages, in the order in which their paths are compared. Each is loaded on demand. */
const PAGES = [
  ...PUBLIC_PAGES.map(({ path, load, ...rest }) => page(path, 'ofPlans' in rest ? plansOnly(load) : load)),
  page('/verify-email', loadVerifyEmailPage),
  page('/email-verification', loadVerifyEmailPage),
  page('/reset-password', async () => (await import('../account/reset/ResetPasswordPage.tsx')).ResetPasswordPage),
  page('/alert', async () => (await import('../alerts/link/AlertLinkPage.tsx')).AlertLinkPage),
  page('/test-palette', async () => (await import('../palette/PalettePage.tsx')).PalettePage),
  ...['/bid-scheduler-test', '/test-bid-scheduler'].map((path) => page(path, loadSimulatorPage)),
  guarded('/dashboard', async () => (await import('../auctions/dashboard/DashboardPage.tsx')).DashboardPage),
  guarded('/add', async () => (await import('../auctions/add/AddPage.tsx')).AddPage),
  guarded('/bid-history', async () => (await import('../bids/history/HistoryPage.tsx')).HistoryPage),
  guarded('/bid-history/:bidId', async () => (await import('../bids/receipt/ReceiptPage.tsx')).ReceiptPage),
  guarded('/notifications', async () => (await import('../notifications/NotificationsPage.tsx')).NotificationsPage),
  guarded('/notifications/log', async () => (await import('../alerts/log/AlertLogPage.tsx')).AlertLogPage),
  guarded('/settings', async () => (await import('../settings/SettingsPage.tsx')).SettingsPage),
  page('/admin/data-deletion', async () => {
    const [{ DataDeletionPage }, NotFoundPage] = await Promise.all([
      import('../admin/DataDeletionPage.tsx'),
      loadNotFoundPage(),
    ])
    return () => <DataDeletionPage notFound={<NotFoundPage />} />
  }),
]
const NOT_FOUND = page('*', loadNotFoundPage)

function plansOnly(load: () => Promise<ComponentType>): LoadPage {
  return async () => {
    const [{ PlansOnly }, Page] = await Promise.all([import('./PlansOnly.tsx'), load()])
    return () => (
      <PlansOnly>
        <Page />
      </PlansOnly>
    )
  }
}

function page(path: string, load: LoadPage) {
  return { path, Page: lazyPart(load, { whileLoading: <PageLoading /> }), needsUser: false }
}

/** A page that is for signed-in users. */
function guarded(path: string, load: LoadPage) {
  return { ...page(path, load), needsUser: true }
}

function pageAt(pathname: string) {
  for (const found of PAGES) {
    const match = matchPath(found.path, pathname)
    if (match !== null) return { ...found, params: match.params }
  }
  return { ...NOT_FOUND, params: {} }
}

/** Loads the page at a path, so that it renders at once. */
export const preloadPage = (pathname: string): Promise<void> => pageAt(pathname).Page.preload()

/** The paths of all pages, with `:name` for a part that varies. */
export const PAGE_PATHS: readonly string[] = PAGES.map(({ path }) => path)

/** Whether the page with this path is for signed-in users. */
export const isGuarded = (path: string): boolean => PAGES.some((page) => page.path === path && page.needsUser)

/** The page at the address, within the shell. The router's own `useRoutes` would add 3 KiB for routes within routes. */
export function Pages() {
  const { path, Page, needsUser, params } = pageAt(useLocation().pathname)
  const shown = <Page key={path} {...params} />
  return <Shell>{needsUser ? <RequireSignIn>{shown}</RequireSignIn> : shown}</Shell>
}
