import type { ChannelName, PauseState, PreflightFinding } from '@bidwell/contract'
import type { LoginStop } from '../bids/login-stop.ts'
import { MINUTE_MS } from '../time/units.ts'

/** A bid that a problem stops or endangers. `auctionId` is the tracked auction's; the close is what every clock counts to. */
export type ProblemBid = { id: number; auctionId: number; title: string; fireAt: number; closesAt: number }

/** Why bids are not going to be sent or accepted. A problem of the account concerns all of its bids alike. */
export type Reason =
  | { kind: 'login'; stop: LoginStop; siteMessage: string | null }
  | { kind: 'pause'; pause: PauseState }
  /** Bids that were restored from a backup wait for an answer. `takenAt` is epoch ms. */
  | { kind: 'restored'; takenAt: number }
  /** `refuses`: the site answers, and turns this installation away. */
  | { kind: 'site_silent'; refuses: boolean }
  /** Alerts do not leave the installation over a channel; `since` is epoch ms. */
  | { kind: 'alerts_wait'; channel: ChannelName; since: number }
  | { kind: 'over_max'; message: string }
  /** The bid is settled; until the close, another one may follow. Its deadline is the close. */
  | { kind: 'outbid'; nextBid: number }
  | { kind: 'finding'; finding: PreflightFinding }

/** One reason with its bids, the earliest to be sent first. A pause and a silent site may concern no bid. */
export type Problem = Reason & {
  key: string
  /** `endangers`: the bids may be accepted all the same. */
  effect: 'stops' | 'endangers'
  /** Whether the reason lies in each auction and not in the account. */
  ofAuctions: boolean
  bids: readonly ProblemBid[]
}

/** What the user has been shown of a problem: a further auction makes a reason that lies in auctions a new one. */
export const signaturesOf = (problems: readonly Problem[]): string[] =>
  problems.flatMap(({ key, ofAuctions, bids }) => (ofAuctions ? bids.map(({ id }) => `${key} ${id}`) : [key]))

/** The bids that several problems concern together, each once. */
export const bidsOf = (problems: readonly Problem[]): ProblemBid[] => [
  ...new Map(problems.flatMap(({ bids }) => bids.map((bid) => [bid.id, bid] as const))).values(),
]

/** When the first bid of all problems is due, epoch ms; null without a bid. They are sorted by it. */
export const firstDeadline = (problems: readonly Problem[]): number | null => problems[0]?.bids[0]?.fireAt ?? null

/** So near its deadline, a problem can come true before it passes by itself. */
export const SOON_MS = 10 * MINUTE_MS

/** The steps in which a deadline comes near. */
export const HORIZONS_MS: readonly number[] = [MINUTE_MS, SOON_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS]

/** How near a deadline is: 0 within the last minute, and one more for each step. Null is no deadline, the farthest. */
export function horizonOf(deadline: number | null, now: number): number {
  const index = deadline === null ? -1 : HORIZONS_MS.findIndex((horizonMs) => deadline - now <= horizonMs)
  return index === -1 ? HORIZONS_MS.length : index
}
