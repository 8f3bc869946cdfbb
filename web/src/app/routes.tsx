import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { loadCode } from '../ui/loading/load-code.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { AdminOnly, PlansOnly, RequireSignIn } from './page-guards.tsx'
import { PageFailure } from './PageFailure.tsx'
import { Shell } from './Shell.tsx'

/** What the file of a page exports. */
type PageModule = {
  Component: ComponentType
  /** What search engines and browser tabs show of a page that everybody may read. The server sends its HTML. */
  head?: { title: string; description: string }
}

export type PageRoute = { path: string; lazy: () => Promise<PageModule> }

/** A page, whose code loads when it is opened. */
const page = (path: string, load: () => Promise<PageModule>): PageRoute => ({ path, lazy: () => loadCode(load) })

const pages: RouteObject[] = [
  page('/', () => import('../marketing/HomePage.tsx')),
  page('/features', () => import('../marketing/FeaturesPage.tsx')),
  page('/help', () => import('../marketing/help/HelpPage.tsx')),
  page('/about', () => import('../marketing/AboutPage.tsx')),
  page('/contact', () => import('../marketing/ContactPage.tsx')),
  page('/terms', () => import('../marketing/TermsPage.tsx')),
  page('/privacy', () => import('../marketing/PrivacyPage.tsx')),
  page('/data-retention', () => import('../marketing/DataRetentionPage.tsx')),
  page('/service-level', () => import('../marketing/ServiceLevelPage.tsx')),
  page('/status', () => import('../marketing/service/StatusPage.tsx')),
  page('/business-continuity', () => import('../marketing/BusinessContinuityPage.tsx')),
  {
    Component: PlansOnly,
    children: [
      page('/pricing', () => import('../plans/pricing/PricingPage.tsx')),
      page('/billing-faq', () => import('../marketing/BillingFaqPage.tsx')),
      page('/refund-policy', () => import('../marketing/RefundPolicyPage.tsx')),
    ],
  },
  page('/verify-email', () => import('../account/verification/VerifyEmailPage.tsx')),
  page('/email-verification', () => import('../account/verification/VerifyEmailPage.tsx')),
  page('/reset-password', () => import('../account/reset/ResetPasswordPage.tsx')),
  page('/alert', () => import('../notifications/AlertLinkPage.tsx')),
  page('/test-palette', () => import('../palette/PalettePage.tsx')),
  page('/bid-scheduler-test', () => import('../simulator/SimulatorPage.tsx')),
  page('/test-bid-scheduler', () => import('../simulator/SimulatorPage.tsx')),
  {
    Component: AdminOnly,
    children: [
      page('/admin', () => import('../admin/OverviewPage.tsx')),
      page('/admin/bids', () => import('../admin/BidsPage.tsx')),
      page('/admin/users', () => import('../admin/UsersPage.tsx')),
      page('/admin/users/:id', () => import('../admin/UserPage.tsx')),
      page('/admin/trends', () => import('../admin/TrendsPage.tsx')),
      page('/admin/log', () => import('../admin/LogPage.tsx')),
      page('/admin/data-deletion', () => import('../admin/DataDeletionPage.tsx')),
    ],
  },
  {
    Component: RequireSignIn,
    children: [
      page('/dashboard', () => import('../auctions/dashboard/DashboardPage.tsx')),
      page('/add', () => import('../auctions/add/AddPage.tsx')),
      page('/searches', () => import('../searches/SearchesPage.tsx')),
      page('/import', () => import('../auctions/import/ImportPage.tsx')),
      page('/bid-history', () => import('../history/HistoryPage.tsx')),
      page('/bid-history/:bidId', () => import('../history/ReceiptPage.tsx')),
      page('/to-pay', () => import('../wins/ToPayPage.tsx')),
      page('/notifications', () => import('../notifications/NotificationsPage.tsx')),
      page('/notifications/log', () => import('../notifications/AlertLogPage.tsx')),
      page('/settings', () => import('../settings/SettingsPage.tsx')),
    ],
  },
  { path: '*', Component: NotFoundPage },
]

/** A page that fails leaves the header and the footer as they are. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: PageFailure,
    children: [{ ErrorBoundary: PageFailure, children: pages }],
  },
]
