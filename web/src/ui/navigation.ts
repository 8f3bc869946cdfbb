import { Gavel, History, type LucideIcon, Settings, UserRound } from 'lucide-react'

type Destination = {
  to: string
  label: string
  /** Where there is room for one word only. */ short?: string
  icon: LucideIcon
}

/** Where a signed-in user goes, in the header and at the foot. */
export const PAGES = [
  { to: '/dashboard', label: 'Auctions', icon: Gavel },
  { to: '/bid-history', label: 'History', icon: History },
  { to: '/settings', label: 'Settings', icon: Settings },
] as const satisfies readonly Destination[]

/** The phone's bottom bar, where the settings are the user's own corner. */
export const BOTTOM_BAR = [PAGES[0], PAGES[1], { to: '/settings', label: 'You', icon: UserRound }] as const

export const isWithin = (pathname: string, to: string): boolean => pathname === to || pathname.startsWith(`${to}/`)
