/** One guard taken out: a piece of one file's source, which must occur once, and what stands there instead. */
export type Mutant = {
  file: string
  guard: string
  instead: string
  /** Within so many seeds, from 1 on, it must break a rule. */
  within: number
}

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
    within: 200,
  },
  'no trust window': {
    file: 'core/fire-bid.ts',
    guard: "if (!isTrusted(engine.lease(), term, now)) return 'distrusted'",
    instead: '',
    within: 2_000,
  },
  'lease from the end of its renewal for ever': {
    file: 'core/lease.ts',
    guard: 'term === lease.term && monotonic < lease.trustedUntil',
    instead: 'lease.term > 0 && term > 0 && monotonic > 0',
    within: 2_000,
  },
  'lease taken too soon': {
    file: 'core/watch-leases.ts',
    guard: 'asked.at - stood.since >= LEASE_MS',
    instead: 'asked.at - stood.since >= LEASE_MS / 20',
    within: 500,
  },
  'counter not compared on takeover': {
    file: 'simulation/model-store.ts',
    guard: 'renewals.get(seen.engineId) === seen.renewals',
    instead: 'seen.renewals >= 0',
    within: 20_000,
  },
  'no reconcile after unknown': {
    file: 'core/learn-from-answer.ts',
    guard: "return { ...facts, bid: 'in_doubt', doubtSince: answer.receivedAt, warmedAt: null }",
    instead: "return sendAgain(facts, answer, pauseMs, 'site_down')",
    within: 50,
  },
  'no reconcile on takeover': {
    file: 'core/facts.ts',
    guard: "suspect ? 'in_doubt' : 'none'",
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
    guard: "return { ...facts, bid: 'in_doubt', doubtSince: answer.receivedAt, warmedAt: null }",
    instead: "return conclude(facts, 'site_down', false, answer)",
    within: 50,
  },
  'unknown taken for success': {
    file: 'core/learn-from-answer.ts',
    guard: "return { ...facts, bid: 'in_doubt', doubtSince: answer.receivedAt, warmedAt: null }",
    instead: "return { ...facts, bid: 'stands', leads: true }",
    within: 100,
  },
  'a reset connection taken for not sent': {
    file: 'simulation/bid-line.ts',
    guard: "const unknown: SiteSaid = { kind: 'unknown', words: 'reset' }",
    instead: "const unknown: SiteSaid = { kind: 'not_sent', words: 'reset' }",
    within: 50,
  },
  'wall clock instead of monotonic': {
    file: 'simulation/virtual-process.ts',
    guard: 'const base = () => monotonicBase',
    instead: 'const base = () => monotonicBase + wallSteps',
    within: 100,
  },
  'cancel not fenced': {
    file: 'simulation/model-store.ts',
    guard: 'if (bid.engineId === null) applyWish(bid)',
    instead: 'applyWish(bid)',
    within: 200,
  },
  '>= for > at the maximum': {
    file: 'core/decide-step.ts',
    guard: 'price.minimumCents > snipe.maximum &&',
    instead: 'price.minimumCents >= snipe.maximum &&',
    within: 200,
  },
  'a moved end not noticed': {
    file: 'core/warm-line.ts',
    guard: 'readAt: endMoved ? null : facts.readAt',
    instead: 'readAt: facts.readAt',
    within: 2_000,
  },
  'sent after the close': {
    file: 'core/fire-bid.ts',
    guard: 'if (now >= timeline.endAt) return facts',
    instead: '',
    within: 2_000,
  },
  'settled from a stale page': {
    file: 'core/learn-from-reading.ts',
    guard: 'if (reading.clock.siteTime < facts.endsAt + STATUS_LAG_MS) return askAgain(facts, reading)',
    instead: '',
    within: 2_000,
  },
  'journals left behind not read': {
    file: 'core/run-engine.ts',
    guard: 'recorder.adopt(left ?? [])',
    instead: 'recorder.adopt([])',
    within: 2_000,
  },
} as const satisfies Record<string, Mutant>

export type MutantName = keyof typeof MUTANTS
