import { type ComponentType, type ReactNode, useState } from 'react'
import { matchPath, type RouteObject, useRoutes } from 'react-router'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PUBLIC_PAGES } from './public-pages.ts'
import { RequireSignIn } from './RequireSignIn.tsx'
import { Shell } from './Shell.tsx'

const loadVerifyEmailPage = async () => (await import('../account/verification/VerifyEmailPage.tsx')).VerifyEmailPage
const loadSimulatorPage = async () => (await import('../simulator/SimulatorPage.tsx')).SimulatorPage
const loadNotFoundPage = async () => (await import('./NotFoundPage.tsx')).NotFoundPage

/** How each page is loaded, in the order in which their paths are compared. */
const loaders: { path: string; load: () => Promise<void> }[] = []

/** Each page is loaded on demand. */
const ROUTES: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      ...PUBLIC_PAGES.map(({ path, load, ...rest }) => page(path, 'ofPlans' in rest ? plansOnly(load) : load)),
      page('/verify-email', loadVerifyEmailPage),
      page('/email-verification', loadVerifyEmailPage),
      page('/reset-password', async () => (await import('../account/reset/ResetPasswordPage.tsx')).ResetPasswordPage),
      page('/test-palette', async () => (await import('../palette/PalettePage.tsx')).PalettePage),
      ...['/bid-scheduler-test', '/test-bid-scheduler'].map((path) => page(path, loadSimulatorPage)),
      {
        element: <RequireSignIn />,
        children: [
          page('/dashboard', async () => (await import('../auctions/dashboard/DashboardPage.tsx')).DashboardPage),
          page('/add', async () => (await import('../auctions/add/AddPage.tsx')).AddPage),
          page('/bid-history', async () => (await import('../bids/history/HistoryPage.tsx')).HistoryPage),
          page('/bid-history/:bidId', async () => (await import('../bids/receipt/ReceiptPage.tsx')).ReceiptPage),
          page(
            '/notifications',
            async () => (await import('../notifications/NotificationsPage.tsx')).NotificationsPage,
          ),
          page('/settings', async () => (await import('../settings/SettingsPage.tsx')).SettingsPage),
        ],
      },
      page('/admin/data-deletion', async () => {
        const [{ DataDeletionPage }, NotFoundPage] = await Promise.all([
          import('../admin/DataDeletionPage.tsx'),
          loadNotFoundPage(),
        ])
        return () => <DataDeletionPage notFound={<NotFoundPage />} />
      }),
      page('*', loadNotFoundPage),
    ],
  },
]

function plansOnly(load: () => Promise<ComponentType>) {
  return async () => {
    const [{ PlansOnly }, Page] = await Promise.all([import('./PlansOnly.tsx'), load()])
    return () => (
      <PlansOnly>
        <Page />
      </PlansOnly>
    )
  }
}

function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  const LazyPage = lazyPart(load)
  let loaded: ComponentType = LazyPage
  loaders.push({
    path,
    load: async () => {
      loaded = await load()
    },
  })
  function Page() {
    // A page that is loaded renders at once; one that has begun to render stays the same component.
    const [Shown] = useState(() => loaded)
    return <Shown />
  }
  return { path, element: <Page /> }
}

/** Loads the page at a path, so that it renders at once. */
export async function preloadPage(pathname: string): Promise<void> {
  await loaders.find(({ path }) => matchPath(path, pathname) !== null)?.load()
}

/** The paths of all pages, with `:name` for a part that varies. */
export const PAGE_PATHS: readonly string[] = loaders.map(({ path }) => path).filter((path) => path !== '*')

export const Pages = (): ReactNode => useRoutes(ROUTES)
