import type { Mutant } from './mutants.ts'

/** `sequence`: the number of the first that is known to catch the mutant. */
export type SqlMutant = Mutant & { sequence: number }

/**
 * Guards in the statements of the product. Without one of them, PostgreSQL must answer a random sequence of operations
 * otherwise than the model of the database does.
 */
export const SQL_MUTANTS = {
  'SQL: a restored bid claimed like any other': {
    file: 'src/engine/claim-snipes.ts',
    guard: 'and b.restored_from is null and (b.engine_id is not null',
    instead: 'and (b.engine_id is not null',
    sequence: 3,
  },
  'SQL: a restored bid that a pause ends unread': {
    file: 'src/bidding/pauses/end-paused-bids.ts',
    guard: 'and b.restored_from is null and ${isPaused}',
    instead: 'and ${isPaused}',
    sequence: 156,
  },
  'SQL: progress without a fence': {
    file: 'src/engine/advance-bids.ts',
    guard: 'where b.id = step.bid_id and b.fence = step.fence and',
    instead: 'where b.id = step.bid_id and',
    sequence: 1,
  },
  'SQL: progress that goes back': {
    file: 'src/engine/advance-bids.ts',
    guard: "executed: sql`'pending'`",
    instead: "executed: sql`'pending', 'won', 'lost', 'failed'`",
    sequence: 42,
  },
  'SQL: a change that outlasts progress': {
    file: 'src/engine/advance-bids.ts',
    guard: ', pending = null',
    instead: '',
    sequence: 45,
  },
  'SQL: a release without a fence': {
    file: 'src/bidding/release-bid.ts',
    guard: ".where('fence', '=', fence)",
    instead: '',
    sequence: 120,
  },
  'SQL: a change applied after the lock-in': {
    file: 'src/bids/apply-change.ts',
    guard: "bid.status === 'pending' && bid.locked_in_at === null ?",
    instead: "bid.status === 'pending' ?",
    sequence: 2_116,
  },
  'SQL: a change that forgets a moved end': {
    file: 'src/bids/apply-change.ts',
    guard: 'sql<Date>`fire_at + make_interval(secs => ${bid.seconds_before_end - terms.secondsBeforeEnd})`',
    instead:
      'sql<Date>`(select l.ends_at - make_interval(secs => ${terms.secondsBeforeEnd}) from listings l where l.id = listing_id)`',
    sequence: 584,
  },
  'SQL: a change of a held bid applied at once': {
    file: 'src/bidding/request-change.ts',
    guard: 'if (updated.engine_id === null)',
    instead: 'if (true)',
    sequence: 27,
  },
  'SQL: a change that replaces a requested cancel': {
    file: 'src/bidding/request-change.ts',
    guard: "if (bid.pending?.kind === 'cancel' && !isCancel) throw",
    instead: "if (bid.status === 'cancelled') throw",
    sequence: 235,
  },
  'SQL: a lock-in despite a requested change': {
    file: 'src/engine/lock-in-bids.ts',
    guard: ' and b.pending is null',
    instead: '',
    sequence: 27,
  },
  'SQL: a lock-in of a bid that another engine holds': {
    file: 'src/engine/lock-in-bids.ts',
    guard: 'where b.engine_id = ${engineId} and',
    instead: 'where',
    sequence: 12,
  },
  'SQL: a lock-in despite a pause': {
    file: 'src/engine/lock-in-bids.ts',
    guard: 'case when ${isCoveredByPause} or ${hasLoginChanged}',
    instead: 'case when ${hasLoginChanged}',
    sequence: 22,
  },
  'SQL: a lock-in with a login that was removed or replaced': {
    file: 'src/engine/lock-in-bids.ts',
    guard: ' or ${hasLoginChanged} or b.restored_from is not null',
    instead: ' or b.restored_from is not null',
    sequence: 19,
  },
  'SQL: a lock-in with any later login of the account': {
    file: 'src/connections/login-version.ts',
    guard: ' and c.version = b.login_version',
    instead: '',
    sequence: 320,
  },
  'SQL: a lock-in that waits for every row': {
    file: 'src/engine/lock-in-bids.ts',
    guard: "tryToLockIn(db, engineId, lockIns, 'skip locked')",
    instead: "tryToLockIn(db, engineId, lockIns, 'wait')",
    sequence: 22,
  },
  'SQL: a claim that waits for a locked row': {
    file: 'src/engine/claim-snipes.ts',
    guard: 'limit ${capacity.unsent} for update of b skip locked',
    instead: 'limit ${capacity.unsent} for update of b',
    sequence: 2,
  },
  'SQL: a claim in no order': {
    file: 'src/engine/claim-snipes.ts',
    guard: 'order by b.fire_at, b.id limit ${capacity.unsent} for',
    instead: 'order by b.fire_at desc limit ${capacity.unsent} for',
    sequence: 1,
  },
  'SQL: a claim from an engine that has renewed': {
    file: 'src/engine/claim-snipes.ts',
    guard: ' and e.heartbeat = seen.heartbeat',
    instead: '',
    sequence: 17,
  },
  'SQL: a claim beyond the horizon': {
    file: 'src/engine/claim-snipes.ts',
    guard: 'where ${includeBeyondHorizon} and',
    instead: 'where',
    sequence: 240,
  },
  'SQL: a claim of a paused bid': {
    file: 'src/engine/claim-snipes.ts',
    guard: 'and (b.engine_id is not null or not ${isPaused})',
    instead: '',
    sequence: 17,
  },
  'SQL: a lock-in void at its last instant': {
    file: 'src/engine/claim-snipes.ts',
    guard: 'bids.not_sent_before > ${latestSiteTime}',
    instead: 'bids.not_sent_before >= ${latestSiteTime}',
    sequence: 139,
  },
  'SQL: a takeover that suspects nothing': {
    file: 'src/engine/claim-snipes.ts',
    guard: '(bids.locked_in_at is not null or ${isSuspect})',
    instead: '(bids.locked_in_at is not null)',
    sequence: 1,
  },
  'SQL: a second claim from the same capacity': {
    file: 'src/engine/claim-snipes.ts',
    guard: 'limit ${capacity.unsent} - (select count(*) from pending)',
    instead: 'limit ${capacity.unsent}',
    sequence: 3_917,
  },
  'SQL: a moved end without a fence': {
    file: 'src/engine/record-entries.ts',
    guard: 'bid.fence !== fence || ',
    instead: '',
    sequence: 58,
  },
  'SQL: a late move that moves a bid': {
    file: 'src/engine/record-entries.ts',
    guard: "bid.status !== 'pending' || at < (bid.observedAt?.getTime() ?? 0)",
    instead: "bid.status !== 'pending'",
    sequence: 4,
  },
  'SQL: a verdict logged by a former holder': {
    file: 'src/engine/record-entries.ts',
    guard: "entry.progress?.to !== 'finished' || ",
    instead: 'true || ',
    sequence: 1,
  },
  'SQL: a pause that concerns what is locked in': {
    file: 'src/bidding/pauses/pause-queries.ts',
    guard: '(b.locked_in_at is null and ${isCoveredByPause})',
    instead: '(${isCoveredByPause})',
    sequence: 22,
  },
  'SQL: a held bid ended by a pause': {
    file: 'src/bidding/pauses/end-paused-bids.ts',
    guard: 'and b.engine_id is null and',
    instead: 'and',
    sequence: 58,
  },
  'SQL: a locked-in bid released on request': {
    file: 'src/engine/engine-queries.ts',
    guard: "case when b.locked_in_at is not null or b.status = 'executed' then null\n                        when",
    instead: 'case when',
    sequence: 29,
  },
  'SQL: a sent bid that follows its listing': {
    file: 'src/auctions/listings/move-fire-times.ts',
    guard: "and b.status = 'pending'",
    instead: '',
    sequence: 11,
  },
  'SQL: a lock-in although a proof has ended the grant': {
    file: 'src/engine/lock-in-bids.ts',
    guard: ' or ${isUngranted} then null',
    instead: ' then null',
    sequence: 3_726,
  },
  'SQL: a grant despite a requested change': {
    file: 'src/engine/grant-bids.ts',
    guard: 'and b.pending is null and b.restored_from',
    instead: 'and b.restored_from',
    sequence: 11,
  },
  'SQL: a grant for a bid that another engine holds': {
    file: 'src/engine/grant-bids.ts',
    guard: ' and b.engine_id = ${engineId}',
    instead: '',
    sequence: 11,
  },
  'SQL: a grant for a former claim': {
    file: 'src/engine/grant-bids.ts',
    guard: 'member && claim.fence === ask.fence ?',
    instead: 'member ?',
    sequence: 39,
  },
  'SQL: a bid of a group suspected although it had no grant': {
    file: 'src/engine/claim-snipes.ts',
    guard: 'claimed.engine_id is not null and not ${isUngranted}',
    instead: 'claimed.engine_id is not null',
    sequence: 29,
  },
} as const satisfies Record<string, SqlMutant>
