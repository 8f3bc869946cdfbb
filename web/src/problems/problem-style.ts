import {
  ArrowUp,
  BellOff,
  CirclePause,
  CloudOff,
  KeyRound,
  type LucideIcon,
  RotateCcw,
  TriangleAlert,
} from '../ui/icons.tsx'
import type { Tone } from '../ui/tone.ts'
import type { Problem } from './problem.ts'

type Style = { tone: Tone; icon: LucideIcon }

const STYLES: Readonly<Record<Problem['kind'], Style>> = {
  login: { tone: 'danger', icon: KeyRound },
  pause: { tone: 'warning', icon: CirclePause },
  restored: { tone: 'warning', icon: RotateCcw },
  site_silent: { tone: 'urgent', icon: CloudOff },
  alerts_wait: { tone: 'warning', icon: BellOff },
  over_max: { tone: 'outbid', icon: ArrowUp },
  outbid: { tone: 'warning', icon: ArrowUp },
  finding: { tone: 'danger', icon: TriangleAlert },
}

export const styleOf = ({ kind, effect }: Problem): Style =>
  kind === 'finding' && effect === 'endangers' ? { ...STYLES.finding, tone: 'warning' } : STYLES[kind]

const WORST_FIRST: readonly Tone[] = ['danger', 'urgent', 'warning', 'outbid']

/** The tone of all problems together: the worst of theirs. */
export function toneOf(problems: readonly Problem[]): Tone {
  const tones = new Set(problems.map((problem) => styleOf(problem).tone))
  return WORST_FIRST.find((tone) => tones.has(tone)) ?? 'warning'
}
