/** One guard taken out: a piece of one file's source, which must occur once, and what stands there instead. */
export type Mutant = {
  file: string
  guard: string
  instead: string
  /** Within so many seeds, from 1 on, it must break a rule. */
  within: number
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
    file: 'simulation/model-store.ts',
    guard: 'return bid?.fence === fence ? bid : null',
    instead: 'return bid ?? null',
    within: 1_000,
  },
  'no trust window': {
    file: 'core/fire-bid.ts',
    guard: "if (!isTrusted(engine.lease(), term, now)) return 'distrusted'",
    instead: '',
    within: 3_000,
  },
  'a lease that never ends': {
    file: 'core/lease.ts',
    guard: 'term === lease.term && monotonic < lease.trustedUntil',
    instead: 'lease.term > 0 && term > 0 && monotonic > 0',
    within: 3_000,
  },
  'lease taken too soon': {
    file: 'core/watch-leases.ts',
    guard: 'asked.at - stood.since >= WATCHED_MS',
    instead: 'asked.at - stood.since >= WATCHED_MS / 20',
    within: 100,
  },
  'no reconcile after unknown': {
    file: 'core/learn-from-answer.ts',
    guard: "return { ...facts, bid: 'in_doubt', doubtSince: answer.receivedAt }",
    instead: "return sendAgain(facts, answer, pauseMs, 'site_down')",
    within: 100,
  },
  'no reconcile on takeover': {
    file: 'core/facts.ts',
    guard: "snipe.lockedInAt === null ? 'none' : 'in_doubt'",
    instead: "'none'",
    within: 500,
  },
  'reconcile once, with a stale page': {
    file: 'core/learn-from-reading.ts',
    guard: 'if (reading.clock.sentAt < facts.doubtSince + PROOF_AFTER_MS) return facts',
    instead: '',
    within: 200,
  },
  'unknown taken for failure': {
    file: 'core/learn-from-answer.ts',
    guard: "return { ...facts, bid: 'in_doubt', doubtSince: answer.receivedAt }",
    instead: "return conclude(facts, 'site_down', false, answer)",
    within: 100,
  },
  'unknown taken for success': {
    file: 'core/learn-from-answer.ts',
    guard: "return { ...facts, bid: 'in_doubt', doubtSince: answer.receivedAt }",
    instead: "return { ...facts, bid: 'stands', leads: true }",
    within: 100,
  },
  'a reset connection taken for not sent': {
    file: 'simulation/bid-line.ts',
    guard: "const unknown: SiteSaid = { kind: 'unknown', words: 'reset' }",
    instead: "const unknown: SiteSaid = { kind: 'not_sent', words: 'reset' }",
    within: 100,
  },
  'wall clock instead of monotonic': {
    file: 'simulation/virtual-process.ts',
    guard: 'const base = () => monotonicBase',
    instead: 'const base = () => monotonicBase + wallSteps',
    within: 40,
  },
  'cancel not fenced': {
    file: 'simulation/model-store.ts',
    guard: 'if (bid.engineId === null) applyWish(bid)',
    instead: 'applyWish(bid)',
    within: 50,
  },
  'a pause not minded when claiming': {
    file: 'simulation/model-store.ts',
    guard: '(bid.engineId === null ? !bid.isHeldBack : dead.has(bid.engineId))',
    instead: '(bid.engineId === null || dead.has(bid.engineId))',
    within: 100,
  },
  '>= for > at the maximum': {
    file: 'core/decide-step.ts',
    guard: 'price.minimumCents > snipe.maximum &&',
    instead: 'price.minimumCents >= snipe.maximum &&',
    within: 50,
  },
  'a moved end not noticed': {
    file: 'core/learn-from-light-read.ts',
    guard: 'readAt: movedMs === 0 ? facts.readAt : null',
    instead: 'readAt: facts.readAt',
    within: 50,
  },
  'sent after the close': {
    file: 'core/fire-bid.ts',
    guard: 'if (now >= timeline.endAt) return facts',
    instead: '',
    within: 200,
  },
  'journals left behind not read': {
    file: 'core/run-engine.ts',
    guard: 'if (left) return adopt(left)',
    instead: 'if (left) return',
    within: 1_000,
  },
  'a takeover that suspects nothing': {
    file: 'simulation/model-store.ts',
    guard: 'const inDoubt = !isVoid && (bid.lockedInAt !== null || suspect)',
    instead: 'const inDoubt = !isVoid && bid.lockedInAt !== null',
    within: 2_000,
  },
  'a gap in a journal not marked': {
    file: 'core/recorder.ts',
    guard: 'await journal.markGap()',
    instead: '',
    within: 200,
  },
  'a lock-in that is written nowhere': {
    file: 'core/lock-in.ts',
    guard: 'if (isTraced) return',
    instead: 'return',
    within: 200,
  },
  'a takeover that takes journals for read': {
    file: 'core/run-engine.ts',
    guard: 'isJournalRead: journalsRead.has(engineId)',
    instead: 'isJournalRead: true',
    within: 2_000,
  },
  'a lock-in void for too long': {
    file: 'simulation/model-store.ts',
    guard: 'bid.doubt.unfiredUntil > latest',
    instead: 'bid.doubt.unfiredUntil > latest - 1_000',
    within: 2_000,
  },
  'a shot that waits for a page': {
    file: 'core/decide-step.ts',
    guard: 'return readAt === null && failures === 0 ?',
    instead: 'return readAt === null || failures > 0 ?',
    within: 100,
  },
  'a missing page believed at once': {
    file: 'core/decide-step.ts',
    guard: 'const WITHDRAWN_AFTER_MS = 120_000',
    instead: 'const WITHDRAWN_AFTER_MS = 0',
    within: 100,
  },
  'a verdict told by whoever has one': {
    file: 'simulation/model-store.ts',
    guard: ": counts || entry.progress?.to !== 'finished'",
    instead: ': true',
    within: 1_000,
  },
  'a dead token kept': {
    file: 'core/read-item.ts',
    guard: 'const session = facts.loggedIn ? gear.session : null',
    instead: 'const session = gear.session',
    within: 100,
  },
} as const satisfies Record<string, Mutant>

export type MutantName = keyof typeof MUTANTS
