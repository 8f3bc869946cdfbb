import {
  ArrowUp,
  Check,
  CircleCheck,
  Clock,
  Ellipsis,
  Eye,
  Hourglass,
  KeyRound,
  type LucideIcon,
  Minus,
  Pause,
  RotateCcw,
  Search,
  TriangleAlert,
} from '../../ui/icons.tsx'
import type { Tone } from '../../ui/tone.ts'
import { winTag } from '../../wins/win-text.ts'
import type { AuctionState } from './auction-state.ts'
import type { TrackedAuction } from './tracked-auction.ts'

/** The label of each state, and the icon and colour that repeat it. */
export const STATE_STYLES = {
  watching: { label: 'No bid', tone: 'neutral', icon: Eye },
  bid_unknown: { label: 'Bid not known', tone: 'neutral', icon: Search },
  armed: { label: 'Bid scheduled', tone: 'info', icon: Check },
  held: { label: 'Held', tone: 'warning', icon: Hourglass },
  ending_soon: { label: 'Ending soon', tone: 'warning', icon: Clock },
  final_minute: { label: 'Final minute', tone: 'urgent', icon: Clock },
  over_max: { label: 'Over your max', tone: 'outbid', icon: ArrowUp },
  bid_again: { label: 'Outbid', tone: 'warning', icon: ArrowUp },
  at_risk: { label: 'Bid at risk', tone: 'danger', icon: TriangleAlert },
  stopped: { label: "Won't be sent", tone: 'danger', icon: KeyRound },
  paused: { label: 'Paused', tone: 'warning', icon: Pause },
  restored: { label: 'Keep it?', tone: 'warning', icon: RotateCcw },
  restored_checking: { label: 'Checking your bid', tone: 'neutral', icon: Search },
  unconfirmed: { label: 'Not confirmed yet', tone: 'warning', icon: Search },
  bidding: { label: 'Placing your bid', tone: 'info', icon: Ellipsis },
  accepted: { label: 'Bid placed', tone: 'info', icon: CircleCheck },
  overtaken: { label: 'Outbid', tone: 'warning', icon: ArrowUp },
  checking: { label: 'Checking your bid', tone: 'neutral', icon: Search },
  withdrawn: { label: 'Withdrawn', tone: 'warning', icon: Hourglass },
  result_pending: { label: 'Checking the result', tone: 'neutral', icon: Search },
  result_unknown: { label: 'Result not known', tone: 'warning', icon: Search },
  won: { label: 'Won', tone: 'success', icon: Check },
  lost: { label: 'Lost', tone: 'neutral', icon: Minus },
  outbid: { label: 'Outbid', tone: 'neutral', icon: Minus },
  failed: { label: 'Not placed', tone: 'danger', icon: TriangleAlert },
  not_sent: { label: 'Not sent', tone: 'neutral', icon: Minus },
  ended: { label: 'Ended', tone: 'neutral', icon: Minus },
} as const satisfies Record<AuctionState, { label: string; tone: Tone; icon: LucideIcon }>

const CONFIRMING = { label: 'Confirming', tone: 'info', icon: Search } as const

/** What a card's tag says of the bid. The countdown tells the time. */
export function tagOf({ bid, win }: TrackedAuction, state: AuctionState) {
  if (state === 'won' && win) return winTag(win) ?? STATE_STYLES.won
  if (state === 'result_pending' && bid?.ledAtClose) return CONFIRMING
  return STATE_STYLES[state !== 'ending_soon' ? state : bid?.status === 'pending' ? 'armed' : 'watching']
}
