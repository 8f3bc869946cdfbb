import {
  ArrowUp,
  Check,
  CircleCheck,
  Clock,
  Ellipsis,
  Eye,
  type LucideIcon,
  Minus,
  Pause,
  Search,
  TriangleAlert,
} from 'lucide-react'
import type { Tone } from '../../ui/tone.ts'
import type { LotState } from './lot-state.ts'

/** What each state is called, and the icon and colour that repeat it. */
export const STATE_STYLES = {
  watching: { word: 'No bid', tone: 'neutral', icon: Eye },
  bid_unknown: { word: 'Bid not known', tone: 'neutral', icon: Search },
  armed: { word: 'Bid scheduled', tone: 'info', icon: Check },
  ending_soon: { word: 'Ending soon', tone: 'warning', icon: Clock },
  final_minute: { word: 'Final minute', tone: 'urgent', icon: Clock },
  over_max: { word: 'Over your max', tone: 'outbid', icon: ArrowUp },
  at_risk: { word: 'Bid at risk', tone: 'danger', icon: TriangleAlert },
  paused: { word: 'Paused', tone: 'warning', icon: Pause },
  bidding: { word: 'Placing your bid', tone: 'info', icon: Ellipsis },
  accepted: { word: 'Bid placed', tone: 'info', icon: CircleCheck },
  checking: { word: 'Checking your bid', tone: 'neutral', icon: Search },
  result_pending: { word: 'Checking the result', tone: 'neutral', icon: Search },
  won: { word: 'Won', tone: 'success', icon: Check },
  lost: { word: 'Lost', tone: 'neutral', icon: Minus },
  failed: { word: 'Bid not placed', tone: 'danger', icon: TriangleAlert },
  ended: { word: 'Ended', tone: 'neutral', icon: Minus },
} as const satisfies Record<LotState, { word: string; tone: Tone; icon: LucideIcon }>

export const FUSE_CLASS = {
  info: 'bg-accent',
  warning: 'bg-warning',
  urgent: 'bg-urgent',
  success: 'bg-success',
  outbid: 'bg-outbid',
  danger: 'bg-danger',
  neutral: 'bg-neutral',
} as const satisfies Record<Tone, string>
