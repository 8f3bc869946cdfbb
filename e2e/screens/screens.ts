/** The pages that everybody may read, each with its path and heading. */
export const PUBLIC_SCREENS = {
  home: { path: '/', heading: 'Your bid, in the last seconds, with the proof.' },
  features: { path: '/features', heading: 'Features' },
  help: { path: '/help', heading: 'Help' },
  about: { path: '/about', heading: 'About Bidwell' },
  contact: { path: '/contact', heading: 'Contact' },
  terms: { path: '/terms', heading: 'Terms of Service' },
  privacy: { path: '/privacy', heading: 'Privacy Policy' },
  'data-retention': { path: '/data-retention', heading: 'Data Retention' },
  'service-level': { path: '/service-level', heading: 'Service Level' },
  status: { path: '/status', heading: 'Status' },
  'business-continuity': { path: '/business-continuity', heading: 'Business Continuity' },
  'not-found': { path: '/no-such-page', heading: 'There is no page here' },
  offline: { path: '/offline.html', heading: 'Bidwell cannot be reached' },
  simulator: { path: '/bid-scheduler-test', heading: 'Try a close' },
  palette: { path: '/test-palette', heading: 'Palette' },
} as const

/** The pages about plans, which an installation without plans does not have. */
export const PLAN_SCREENS = {
  pricing: { path: '/pricing', heading: 'Plans and prices' },
  'billing-faq': { path: '/billing-faq', heading: 'Billing questions' },
  'refund-policy': { path: '/refund-policy', heading: 'Refund Policy' },
} as const
