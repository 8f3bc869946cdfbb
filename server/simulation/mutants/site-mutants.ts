import type { EngineMutant } from './mutants.ts'

/** Guards against single answers and pages of the site that are wrong. */
export const SITE_MUTANTS = {
  'a bid that a shield refuses given up after four sendings': {
    file: 'src/engine/core/on-response.ts',
    guard: "case 'not_sent':\n      return state",
    instead:
      "case 'not_sent':\n      if (state.answers.length > 3) return conclude(state, 'refused')\n      return state",
    faults: ['shields'],
    seed: 27,
  },
  'a refused bid that is not tried once more before the close': {
    file: 'src/engine/core/resend-at.ts',
    guard: 'return lastTryMs > 0 ? Math.min(askedMs, lastTryMs) : askedMs',
    instead: 'return lastTryMs === 0 ? 0 : askedMs',
    faults: ['shields'],
    seed: 48,
  },
  'a list that keeps a closed item taken against its loss': {
    file: 'src/engine/core/evidence.ts',
    guard: "row?.leads === false && state.agreed?.outcome === 'won'",
    instead: 'row?.leads === false',
    faults: ['keptItems', 'rivals'],
    seed: 8,
  },
  'one page with a wrong end believed': {
    file: 'src/engine/core/on-reading.ts',
    guard: 'const isEndDoubtful = isMovedFar && !before.isEndDoubtful',
    instead: 'const isEndDoubtful = isMovedFar && before.isEndDoubtful',
    faults: ['wrongEnds'],
    seed: 8,
  },
  'one answer of a server whose clock is ahead taken for the close': {
    file: 'src/engine/core/on-response.ts',
    guard: 'return { ...state, readAt: null }',
    instead: "return conclude(state, 'too_late')",
    faults: ['falseRefusals'],
    seed: 5,
  },
} as const satisfies Record<string, EngineMutant>
