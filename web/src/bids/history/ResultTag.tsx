import { type BidStatus, type HistoryResult, messages } from '@bidwell/contract'
import { Ban, Check, Clock, Eye, type LucideIcon, Minus, Search, TrendingUp, TriangleAlert } from 'lucide-react'
import { Tag } from '../../ui/Tag.tsx'
import { resultTone } from './result-tone.ts'

const ICON = {
  won: Check,
  lost: Minus,
  outbid: TrendingUp,
  not_placed: TriangleAlert,
  cancelled: Ban,
  no_bid: Eye,
  unknown: Search,
  open: Clock,
} as const satisfies Record<HistoryResult, LucideIcon>

type ResultTagProps = { result: HistoryResult; bid: { status: BidStatus } | null }

/** What became of a lot, in one word. */
export const ResultTag = ({ result, bid }: ResultTagProps) => (
  <Tag tone={resultTone(result, bid?.status === 'failed')} icon={ICON[result]}>
    {messages.history.results[result]}
  </Tag>
)
