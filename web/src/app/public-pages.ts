import type { ComponentType } from 'react'

/** A page that everybody may read. It is rendered ahead, so that reading it takes next to no script. */
type PublicPage = {
  path: string
  load: () => Promise<ComponentType>
  /** Whether the page is there only where this installation has plans. */
  ofPlans?: true
}

const texts = () => import('../marketing/text-pages.ts')

export const PUBLIC_PAGES = [
  {
    path: '/',
    load: async () => (await import('../marketing/HomePage.tsx')).HomePage,
  },
  {
    path: '/features',
    load: async () => (await texts()).FeaturesPage,
  },
  {
    path: '/pricing',
    load: async () => (await import('../plans/pricing/PricingPage.tsx')).PricingPage,
    ofPlans: true,
  },
  {
    path: '/billing-faq',
    load: async () => (await texts()).BillingFaqPage,
    ofPlans: true,
  },
  {
    path: '/refund-policy',
    load: async () => (await texts()).RefundPolicyPage,
    ofPlans: true,
  },
  {
    path: '/help',
    load: async () => (await texts()).HelpPage,
  },
  {
    path: '/about',
    load: async () => (await texts()).AboutPage,
  },
  {
    path: '/contact',
    load: async () => (await texts()).ContactPage,
  },
  {
    path: '/terms',
    load: async () => (await texts()).TermsPage,
  },
  {
    path: '/privacy',
    load: async () => (await texts()).PrivacyPage,
  },
  {
    path: '/data-retention',
    load: async () => (await texts()).DataRetentionPage,
  },
  {
    path: '/service-level',
    load: async () => (await texts()).ServiceLevelPage,
  },
  {
    path: '/business-continuity',
    load: async () => (await texts()).BusinessContinuityPage,
  },
] as const satisfies readonly PublicPage[]

export type PublicPath = (typeof PUBLIC_PAGES)[number]['path']
