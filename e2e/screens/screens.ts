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

/** Pages of one user, and states that a page gets into, each with what its pictures show. */
const STATES = {
  'sign-in': 'Signing in',
  'sign-up': 'Creating an account',
  'forgotten-password': 'Asking for a link that sets a new password',
  gate: 'A page of a user, seen by a visitor',
  'verify-email': 'Waiting for the mail that verifies an address',
  'link-refused': 'A link of a mail that does not work',
  'tour-offer': 'The dashboard of a new user, with the offer of the tour',
  'tour-1': 'The first step of the tour',
  'tour-2': 'The second step of the tour, with the auction to practise with',
  'tour-3': 'The third step of the tour',
  'tour-4': 'The last step of the tour',
  'login-missing': 'The settings of a user who has not stored a login for the site',
  'dashboard-empty': 'The dashboard of a user who tracks nothing',
  dashboard: 'The dashboard of a bidder',
  'dashboard-detail': 'The detail of an auction beside its list, or alone on a phone',
  'auction-states': 'An auction in each state, on a phone',
  'login-refused': 'Auctions while the site refuses the login',
  'bids-unread': 'Auctions whose bids could not be read',
  'last-minute': 'The last minute of a bid',
  photo: 'A photograph of an auction, over the detail beside the list',
  history: 'The history of bids',
  'history-months': 'The history of several months',
  receipt: 'The receipt of a bid',
  notifications: 'Notifications',
  'settings-profile': 'Settings: the user',
  'settings-login': 'Settings: the login at the site',
  'settings-bidding': 'Settings: bidding',
  'settings-notifications': 'Settings: notifications',
  'settings-security': 'Settings: security',
  'settings-privacy': 'Settings: the data of the user',
  'account-menu': 'The menu of the account',
  'auction-menu': 'The menu of an auction',
  commands: 'The menu of commands',
  keys: 'The list of keys',
  selection: 'The actions on the auctions that are selected',
  'add-sheet': 'Adding an auction, with a maximum that is too low',
  'add-link': 'Adding an auction by a link to `/add`',
  'several-links': 'Adding several auctions at once',
  'remove-login': 'Removing the login at the site',
  'authenticator-app': 'Setting up an authenticator app',
  'recovery-codes': 'The recovery codes, shown once',
  'delete-account': 'What deleting the account does to each bid',
  problems: 'The dashboard while three problems stop bids',
  'problems-collapsed': 'The same problems, collapsed to a button in the header',
  'paused-and-offline': 'The dashboard while bidding is paused and the browser is offline',
  'page-failure': 'A page that could not be loaded',
  'session-ended': 'Signing in again over the page that was open',
  admin: "The administrator's page about accounts that are deleted",
  'plan-full': 'Adding an auction where the plan allows no more',
  'past-due': 'Settings: the plan, while a payment is open',
  subscription: 'Settings: the plan, in its trial',
  'change-plan': 'Changing the plan, with what it costs',
  'cancel-plan': 'Cancelling the plan',
  checkout: 'The test checkout, which stands in for Stripe',
  'checkout-portal': "The test checkout's page with the card and the invoices",
  toasts: 'Messages that stay until they are dismissed',
} as const

/** The widths of the windows in which each screen is kept: a phone's and a desktop's. */
const WIDTHS: readonly number[] = [360, 1440]

/** The screens that are kept at other widths. */
const OTHER_WIDTHS: Partial<Record<ScreenName, readonly number[]>> = {
  'auction-states': [360],
  photo: [1440],
}

export const widthsOf = (name: ScreenName): readonly number[] => OTHER_WIDTHS[name] ?? WIDTHS

export type ScreenName = keyof typeof PUBLIC_SCREENS | keyof typeof PLAN_SCREENS | keyof typeof STATES

/** Every screen with what its pictures show, in the order of the list of pictures. */
export const CAPTIONS: Readonly<Record<ScreenName, string>> = {
  ...captionsOf(PUBLIC_SCREENS),
  ...captionsOf(PLAN_SCREENS),
  ...STATES,
}

function captionsOf<Name extends string>(pages: Record<Name, { path: string }>) {
  const rows = Object.entries<{ path: string }>(pages).map(([name, { path }]) => [name, `\`${path}\``])
  return Object.fromEntries(rows) as Record<Name, string>
}
