/** One guard accepted out: a piece of one file's source, which must occur once, and what stands there instead. */
export type Mutant = {
  file: string
  guard: string
  instead: string
  /** Within so many seeds, from 1 on, it must break a rule. */
  withinSeeds: number
}

/** Mutants that so many seeds catch are tried with every run of the tests. */
export const QUICK_WITHIN = 200

/**
 * The guards that the simulation must miss. Most are lines of the production code itself, replaced while the module is
 * loaded, so that neither it nor the ports carry anything for the sake of this. The database's guards are SQL: theirs
 * are taken out of the model of the database, and those of the clock out of the model of the process.
 */
export const MUTANTS = {
  'no fence': {
    file: 'simulation/store/model-database.ts',
    guard: 'return bid?.fence === fence ? bid : null',
    instead: 'return bid ?? null',
    withinSeeds: 1_000,
  },
  'no trust window': {
    file: 'src/engine/core/fire-bid.ts',
    guard: "if (!isLeaseValid(engine.lease(), epoch, now)) return 'lease_expired'",
    instead: '',
    withinSeeds: 3_000,
  },
  'a lease that neverAborted ends': {
    file: 'src/engine/core/lease.ts',
    guard: 'epoch === lease.epoch && monotonic < lease.expiresAt',
    instead: 'lease.epoch > 0 && epoch > 0 && monotonic > 0',
    withinSeeds: 3_000,
  },
  'lease taken too soon': {
    file: 'src/engine/core/lease.ts',
    guard: 'query.startedAt - sighting.since >= expiryWatchMs(leaseMs)',
    instead: 'query.startedAt - sighting.since >= expiryWatchMs(leaseMs) / 20',
    withinSeeds: 100,
  },
  'no reconcile after unknown': {
    file: 'src/engine/core/on-response.ts',
    guard: "return { ...state, bid: 'outcome_unknown', uncertainSince: response.receivedAt }",
    instead: "return sendAgain(state, response, pauseMs, 'site_down')",
    withinSeeds: 100,
  },
  'no reconcile on takeover': {
    file: 'src/engine/core/snipe-state.ts',
    guard: "snipe.lockedInAt === null ? 'none' : 'outcome_unknown'",
    instead: "'none'",
    withinSeeds: 500,
  },
  'reconcile once, with a stale page': {
    file: 'src/engine/core/on-reading.ts',
    guard: 'if (reading.clock.sentAt < state.uncertainSince + ABSENCE_PROVEN_AFTER_MS) return state',
    instead: '',
    withinSeeds: 200,
  },
  'unknown taken for failure': {
    file: 'src/engine/core/on-response.ts',
    guard: "return { ...state, bid: 'outcome_unknown', uncertainSince: response.receivedAt }",
    instead: "return conclude(state, 'site_down', false, response)",
    withinSeeds: 100,
  },
  'unknown taken for success': {
    file: 'src/engine/core/on-response.ts',
    guard: "return { ...state, bid: 'outcome_unknown', uncertainSince: response.receivedAt }",
    instead: "return { ...state, bid: 'stands', leads: true }",
    withinSeeds: 100,
  },
  'a reset connection taken for not sent': {
    file: 'simulation/site/bid-connection.ts',
    guard: "const unknown: SiteResponse = { kind: 'unknown', siteMessage: 'reset' }",
    instead: "const unknown: SiteResponse = { kind: 'not_sent', siteMessage: 'reset' }",
    withinSeeds: 100,
  },
  'wall clock instead of monotonic': {
    file: 'simulation/world/virtual-process.ts',
    guard: 'const base = () => monotonicBase',
    instead: 'const base = () => monotonicBase + wallSteps',
    withinSeeds: 40,
  },
  'cancel not fenced': {
    file: 'simulation/store/request-change.ts',
    guard: 'if (bid.engineId === null) applyChange(database, bid, at)',
    instead: 'applyChange(database, bid, at)',
    withinSeeds: 50,
  },
  'a pause not minded when claiming': {
    file: 'simulation/store/claim-bids.ts',
    guard: '.filter((bid) => bid.engineId !== null || !isPaused(database, bid))',
    instead: '',
    withinSeeds: 100,
  },
  '>= for > at the maximum': {
    file: 'src/engine/core/decide-step.ts',
    guard: 'price.minimumCents > snipe.maximum &&',
    instead: 'price.minimumCents >= snipe.maximum &&',
    withinSeeds: 50,
  },
  'a moved end not noticed': {
    file: 'src/engine/core/on-reading.ts',
    guard: 'readAt: movedMs === 0 ? state.readAt : null',
    instead: 'readAt: state.readAt',
    withinSeeds: 50,
  },
  'sent after the close': {
    file: 'src/engine/core/fire-bid.ts',
    guard: 'if (now >= timeline.endAt) return state',
    instead: '',
    withinSeeds: 200,
  },
  'journals left behind not read': {
    file: 'src/engine/core/dead-journals.ts',
    guard: 'if (orphaned) return replay(orphaned)',
    instead: 'if (orphaned) return',
    withinSeeds: 1_000,
  },
  'a takeover that suspects nothing': {
    file: 'simulation/store/claim-bids.ts',
    guard: '(bid.lockedInAt !== null || isSuspect)',
    instead: 'bid.lockedInAt !== null',
    withinSeeds: 2_000,
  },
  'a gap in a journal not marked': {
    file: 'src/engine/core/journal-writer.ts',
    guard: 'await journal.markIncomplete()',
    instead: '',
    withinSeeds: 200,
  },
  'a lock-in that is written nowhere': {
    file: 'src/engine/core/lock-in.ts',
    guard: 'if (isRecorded) return',
    instead: 'return',
    withinSeeds: 200,
  },
  'a takeover that takes journals for read': {
    file: 'src/engine/core/claim-loop.ts',
    guard: 'isJournalReplayed: deadJournals.isReplayed(engineId)',
    instead: 'isJournalReplayed: true',
    withinSeeds: 2_000,
  },
  'a lock-in void for too long': {
    file: 'simulation/store/claim-bids.ts',
    guard: 'bid.notSentBefore > latest',
    instead: 'bid.notSentBefore > latest - 1_000',
    withinSeeds: 2_000,
  },
  'a shot that waits for a page': {
    file: 'src/engine/core/decide-step.ts',
    guard: 'return readAt === null && failures === 0 ?',
    instead: 'return readAt === null || failures > 0 ?',
    withinSeeds: 100,
  },
  'a missing page believed at once': {
    file: 'src/engine/core/decide-step.ts',
    guard: 'const WITHDRAWN_AFTER_MS = 120_000',
    instead: 'const WITHDRAWN_AFTER_MS = 0',
    withinSeeds: 100,
  },
  'a verdict told by whoever has one': {
    file: 'simulation/store/record-entries.ts',
    guard: "const isLogged = entry.progress?.to !== 'finished' || counted.has(entry)",
    instead: 'const isLogged = true',
    withinSeeds: 1_000,
  },
  'a dead token kept': {
    file: 'src/engine/core/site-calls.ts',
    guard: 'const session = state.loggedIn ? resources.session : null',
    instead: 'const session = resources.session',
    withinSeeds: 100,
  },
} as const satisfies Record<string, Mutant>

export type MutantName = keyof typeof MUTANTS
