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

export function styleOf(problem: Problem): Style {
  switch (problem.kind) {
    case 'login':
      return { tone: 'danger', icon: KeyRound }
    case 'pause':
      return { tone: 'warning', icon: CirclePause }
    case 'restored':
      return { tone: 'warning', icon: RotateCcw }
    case 'site_silent':
      return { tone: 'urgent', icon: CloudOff }
    case 'alerts_wait':
      return { tone: 'warning', icon: BellOff }
    case 'over_max':
      return { tone: 'outbid', icon: ArrowUp }
    case 'outbid':
      return { tone: 'warning', icon: ArrowUp }
    case 'finding':
      return { tone: problem.effect === 'stops' ? 'danger' : 'warning', icon: TriangleAlert }
  }
}

const WORST_FIRST: readonly Tone[] = ['danger', 'urgent', 'warning', 'outbid']

/** The tone of all problems together: the worst of theirs. */
export function toneOf(problems: readonly Problem[]): Tone {
  const tones = new Set(problems.map((problem) => styleOf(problem).tone))
  return WORST_FIRST.find((tone) => tones.has(tone)) ?? 'warning'
}
