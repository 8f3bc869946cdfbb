import { Gavel, History, type LucideIcon, Search, Settings, Wallet } from './icons.tsx'

type Destination = { to: string; label: string; icon: LucideIcon }

export const AUCTIONS = { to: '/dashboard', label: 'Auctions', icon: Gavel } as const satisfies Destination
export const TO_PAY = { to: '/to-pay', label: 'To pay', icon: Wallet } as const satisfies Destination
export const HISTORY = { to: '/bid-history', label: 'History', icon: History } as const satisfies Destination
export const SETTINGS = { to: '/settings', label: 'Settings', icon: Settings } as const satisfies Destination

/** The pages of a signed-in user, as linked in the header. */
export const PAGES = [AUCTIONS, TO_PAY, HISTORY, SETTINGS] as const

/** Where the installation has searches with alerts. */
export const SEARCHES = { to: '/searches', label: 'Searches', icon: Search } as const satisfies Destination

/** No link of the header: the command menu and an empty dashboard lead to it. */
export const IMPORT = { to: '/import', label: 'Import and export' } as const

/** The page of the plans, for everybody. */
export const PRICING = { to: '/pricing', label: 'Pricing' } as const

export const HELP = { to: '/help', label: 'Help' } as const

/** The links in the header for a visitor. */
export const VISITOR_PAGES = [
  { to: '/features', label: 'Features' },
  PRICING,
  { to: '/about', label: 'About' },
  HELP,
] as const

/** Whether `pathname` is the page `to` or one below it. */
export const isWithin = (pathname: string, to: string): boolean => pathname === to || pathname.startsWith(`${to}/`)
