import type { ComponentType, ReactNode } from 'react'
import { matchPath, type RouteObject, useRoutes } from 'react-router'
import { lazyPart } from '../ui/lazy-part.tsx'
import { RequireSignIn } from './RequireSignIn.tsx'
import { Shell } from './Shell.tsx'

const loadVerifyEmailPage = async () => (await import('../account/verification/VerifyEmailPage.tsx')).VerifyEmailPage
const loadPlanPages = async () => (await import('./PlanPages.tsx')).PlanPages
const loadSimulatorPage = async () => (await import('../simulator/SimulatorPage.tsx')).SimulatorPage
const NotFoundPage = lazyPart(async () => (await import('./NotFoundPage.tsx')).NotFoundPage)
const loadTextPages = () => import('../marketing/text-pages.ts')

/** Each page is loaded on demand. */
const ROUTES: RouteObject[] = [
  {
    element: <Shell />,
    children: [
      page('/', async () => (await import('../marketing/HomePage.tsx')).HomePage),
      page('/verify-email', loadVerifyEmailPage),
      page('/email-verification', loadVerifyEmailPage),
      page('/reset-password', async () => (await import('../account/reset/ResetPasswordPage.tsx')).ResetPasswordPage),
      page('/help', async () => (await loadTextPages()).HelpPage),
      page('/terms', async () => (await loadTextPages()).TermsPage),
      page('/privacy', async () => (await loadTextPages()).PrivacyPage),
      ...['/pricing', '/billing-faq', '/refund-policy'].map((path) => page(path, loadPlanPages)),
      page('/data-retention', async () => (await loadTextPages()).DataRetentionPage),
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
        const { DataDeletionPage } = await import('../admin/DataDeletionPage.tsx')
        return () => <DataDeletionPage notFound={<NotFoundPage />} />
      }),
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]

function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  const Page = lazyPart(load)
  // Starts loading the first page at once, while the session is still being checked.
  if (matchPath(path, window.location.pathname)) load().catch(() => {})
  return { path, element: <Page /> }
}

export const Pages = (): ReactNode => useRoutes(ROUTES)
