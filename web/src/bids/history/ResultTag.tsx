import { Ban, Check, Clock, type LucideIcon, Minus, TrendingUp, TriangleAlert } from 'lucide-react'
import type { Bid } from '@bidwell/contract'
import { Tag } from '../../ui/Tag.tsx'
import type { Tone } from '../../ui/tone.ts'
import { resultTone } from './history-rules.ts'
import { describeResult } from '../describe-result.ts'

const ICON = {
  success: Check,
  danger: TriangleAlert,
  outbid: TrendingUp,
  info: Clock,
  neutral: Minus,
  warning: Clock,
  urgent: Clock,
} as const satisfies Record<Tone, LucideIcon>

export function ResultTag({ bid, siteName }: { bid: Bid; siteName: string }) {
  const tone = resultTone(bid.status)
  return (
    <Tag tone={tone} icon={bid.status === 'cancelled' ? Ban : ICON[tone]}>
      {describeResult(bid, siteName)}
    </Tag>
  )
}
