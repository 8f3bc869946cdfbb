/** A program without one guard: a piece of one file's source, which occurs there once, and its replacement. */
export type Mutant = {
  file: string
  guard: string
  instead: string
  /** How many seeds or sequences, from the first on, must be enough to catch the mutant. */
  within: number
}

/** The tests try the mutants that so many seeds, or so many sequences, catch. */
export const QUICK = { seeds: 200, sequences: 30 }

/**
 * Guards without which the simulation must break a rule. Most are lines of the engine. The guards of statements and of
 * the clock are taken out of the models of the database and of a process.
 */
export const ENGINE_MUTANTS = {
  'a claim without a fence': {
    file: 'simulation/store/model-database.ts',
    guard: 'return bid?.fence === fence ? bid : null',
    instead: 'return bid ?? null',
    within: 1_000,
  },
  'a shot after the lease has expired': {
    file: 'src/engine/core/fire-bid.ts',
    guard: "if (!isLeaseValid(engine.lease(), epoch, now)) return 'lease_expired'",
    instead: '',
    within: 3_000,
  },
  'a lease that never expires': {
    file: 'src/engine/core/lease.ts',
    guard: 'epoch === lease.epoch && monotonic < lease.expiresAt',
    instead: 'lease.epoch > 0 && epoch > 0 && monotonic > 0',
    within: 3_000,
  },
  'a takeover before the lease has expired': {
    file: 'src/engine/core/lease.ts',
    guard: 'query.startedAt - sighting.since >= expiryWatchMs(leaseMs)',
    instead: 'query.startedAt - sighting.since >= expiryWatchMs(leaseMs) / 20',
    within: 100,
  },
  'no reading after a takeover': {
    file: 'src/engine/core/snipe-state.ts',
    guard: "snipe.lockedInAt === null ? 'none' : 'outcome_unknown'",
    instead: "'none'",
    within: 500,
  },
  'an unknown outcome taken for a failure': {
    file: 'src/engine/core/on-response.ts',
    guard: "return { ...state, bid: 'outcome_unknown', uncertainSince: response.receivedAt, unclearAnswers, resendAt }",
    instead: "return conclude(state, 'site_down', false, response)",
    within: 100,
  },
  'an unknown outcome taken for a success': {
    file: 'src/engine/core/on-response.ts',
    guard: "return { ...state, bid: 'outcome_unknown', uncertainSince: response.receivedAt, unclearAnswers, resendAt }",
    instead: "return { ...state, bid: 'stands', leads: true }",
    within: 200,
  },
  'a reset connection taken for not sent': {
    file: 'simulation/site/bid-connection.ts',
    guard: "const unknown: SiteResponse = { kind: 'unknown', siteMessage: 'reset' }",
    instead: "const unknown: SiteResponse = { kind: 'not_sent', siteMessage: 'reset' }",
    within: 100,
  },
  'the wall clock instead of the monotonic clock': {
    file: 'simulation/world/virtual-process.ts',
    guard: 'const base = () => monotonicBase',
    instead: 'const base = () => monotonicBase + wallSteps',
    within: 40,
  },
  'a change of a held bid applied at once': {
    file: 'simulation/store/request-change.ts',
    guard: 'if (bid.engineId === null) applyChange(database, bid, at)',
    instead: 'applyChange(database, bid, at)',
    within: 200,
  },
  'a claim of a paused bid': {
    file: 'simulation/store/claim-bids.ts',
    guard: '.filter((bid) => bid.engineId !== null || !isPaused(database, bid))',
    instead: '',
    within: 100,
  },
  'a price equal to the maximum taken for too high': {
    file: 'src/engine/core/decide-step.ts',
    guard: '(price.minimumCents <= snipe.maximum || leads)',
    instead: '(price.minimumCents < snipe.maximum || leads)',
    within: 50,
  },
  'a moved end not noticed': {
    file: 'src/engine/core/on-reading.ts',
    guard: 'readAt: movedMs === 0 ? state.readAt : null',
    instead: 'readAt: state.readAt',
    within: 50,
  },
  'a shot after the close': {
    file: 'src/engine/core/fire-bid.ts',
    guard: 'if (now >= timeline.endAt) return state',
    instead: '',
    within: 200,
  },
  'orphaned journals that are not replayed': {
    file: 'src/engine/core/dead-journals.ts',
    guard: 'if (orphaned) return replay(orphaned)',
    instead: 'if (orphaned) return',
    within: 1_000,
  },
  'a takeover that suspects nothing': {
    file: 'simulation/store/claim-bids.ts',
    guard: '(bid.lockedInAt !== null || isSuspect)',
    instead: 'bid.lockedInAt !== null',
    within: 2_000,
  },
  'an incomplete journal that is not marked': {
    file: 'src/engine/core/journal-writer.ts',
    guard: 'await journal.markIncomplete()',
    instead: '',
    within: 200,
  },
  'a takeover that takes every journal as replayed': {
    file: 'src/engine/core/claim-loop.ts',
    guard: 'isJournalReplayed: deadJournals.isReplayed(engineId)',
    instead: 'isJournalReplayed: true',
    within: 2_000,
  },
  'a lock-in void for too long': {
    file: 'simulation/store/claim-bids.ts',
    guard: 'bid.notSentBefore > latest',
    instead: 'bid.notSentBefore > latest - 1_000',
    within: 2_000,
  },
  'a shot that waits for a page': {
    file: 'src/engine/core/decide-step.ts',
    guard: 'return readAt === null && failures === 0 ?',
    instead: 'return readAt === null || failures > 0 ?',
    within: 100,
  },
  'a missing page taken for a withdrawal at once': {
    file: 'src/engine/core/decide-step.ts',
    guard: 'const WITHDRAWN_AFTER_MS = 120_000',
    instead: 'const WITHDRAWN_AFTER_MS = 0',
    within: 100,
  },
  'a verdict logged by a former holder': {
    file: 'simulation/store/record-entries.ts',
    guard: "const isLogged = entry.progress?.to !== 'finished' || counted.has(entry)",
    instead: 'const isLogged = true',
    within: 1_000,
  },
  'an ended token that is used again': {
    file: 'src/engine/core/site-calls.ts',
    guard: 'const session = state.loggedIn ? resources.session : null',
    instead: 'const session = resources.session',
    within: 100,
  },
} as const satisfies Record<string, Mutant>
