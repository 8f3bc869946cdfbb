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
  watching: { word: 'No bid', tone: 'slate', icon: Eye },
  bid_unknown: { word: 'Bid not known', tone: 'slate', icon: Search },
  armed: { word: 'Bid scheduled', tone: 'petrol', icon: Check },
  ending_soon: { word: 'Ending soon', tone: 'brass', icon: Clock },
  final_minute: { word: 'Final minute', tone: 'ember', icon: Clock },
  over_max: { word: 'Over your max', tone: 'plum', icon: ArrowUp },
  at_risk: { word: 'Bid at risk', tone: 'red', icon: TriangleAlert },
  paused: { word: 'Paused', tone: 'brass', icon: Pause },
  bidding: { word: 'Placing your bid', tone: 'petrol', icon: Ellipsis },
  accepted: { word: 'Bid placed', tone: 'petrol', icon: CircleCheck },
  checking: { word: 'Checking your bid', tone: 'slate', icon: Search },
  result_pending: { word: 'Checking the result', tone: 'slate', icon: Search },
  won: { word: 'Won', tone: 'moss', icon: Check },
  lost: { word: 'Lost', tone: 'slate', icon: Minus },
  failed: { word: 'Bid not placed', tone: 'red', icon: TriangleAlert },
  ended: { word: 'Ended', tone: 'slate', icon: Minus },
} as const satisfies Record<LotState, { word: string; tone: Tone; icon: LucideIcon }>

export const FUSE_CLASS = {
  petrol: 'bg-petrol',
  brass: 'bg-brass',
  ember: 'bg-ember',
  moss: 'bg-moss',
  plum: 'bg-plum',
  red: 'bg-red',
  slate: 'bg-slate',
} as const satisfies Record<Tone, string>
