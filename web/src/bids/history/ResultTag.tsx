import { Ban, Check, Clock, type LucideIcon, Minus, TrendingUp, TriangleAlert } from 'lucide-react'
import type { Bid } from '@bidwell/contract'
import { Tag } from '../../ui/Tag.tsx'
import type { Tone } from '../../ui/tone.ts'
import { resultTone } from './history-rules.ts'
import { resultWords } from '../outcome-words.ts'

const ICON = {
  moss: Check,
  red: TriangleAlert,
  plum: TrendingUp,
  petrol: Clock,
  slate: Minus,
  brass: Clock,
  ember: Clock,
} as const satisfies Record<Tone, LucideIcon>

export function ResultTag({ bid, siteName }: { bid: Bid; siteName: string }) {
  const tone = resultTone(bid.status)
  return (
    <Tag tone={tone} icon={bid.status === 'cancelled' ? Ban : ICON[tone]}>
      {resultWords(bid, siteName)}
    </Tag>
  )
}
