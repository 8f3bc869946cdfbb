import type { Win } from './win-queries.ts'

export type SellersWins = { seller: string | null; wins: Win[] }

/** The sections of the page of payments. */
export type WinSections = {
  /** What is owed, by seller: the seller with the earliest date first, and its items by date. */
  owed: SellersWins[]
  /** Neither owed nor known to be paid. */
  unknown: Win[]
  onItsWay: Win[]
  shipped: Win[]
}

export function groupWins(wins: readonly Win[]): WinSections {
  const owed = wins.filter(({ is_owed }) => is_owed).toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
  return {
    owed: [...Map.groupBy(owed, ({ seller }) => seller)].map(([seller, ofSeller]) => ({ seller, wins: ofSeller })),
    unknown: wins.filter(({ state, is_owed }) => state === 'not_known' && !is_owed),
    onItsWay: wins.filter(({ state }) => state === 'paid' || state === 'said_paid'),
    shipped: wins.filter(({ state }) => state === 'shipped'),
  }
}

/** What has no date comes last. */
const keyOf = ({ pay_by, won_at }: Win) => `${pay_by ?? '9999'} ${won_at}`
