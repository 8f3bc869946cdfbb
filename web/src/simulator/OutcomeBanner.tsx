import { Banner } from '../ui/Banner.tsx'
import { Ban, CircleCheck, type LucideIcon, Minus, TrendingUp } from '../ui/icons.tsx'
import type { Tone } from '../ui/tone.ts'
import { describeOutcome, explainClose } from './describe-close.ts'
import type { Close, Outcome, Setting } from './simulate-close.ts'

const LOOK: Record<Outcome, { tone: Tone; icon: LucideIcon }> = {
  won: { tone: 'success', icon: CircleCheck },
  outbid: { tone: 'neutral', icon: Minus },
  refused: { tone: 'outbid', icon: TrendingUp },
  not_sent: { tone: 'outbid', icon: TrendingUp },
  late: { tone: 'danger', icon: Ban },
}

/** How a close ends, and why. */
export const OutcomeBanner = ({ setting, close }: { setting: Setting; close: Close }) => (
  <Banner {...LOOK[close.outcome]} role="note" title={describeOutcome(close)}>
    {explainClose(setting, close)}
  </Banner>
)
