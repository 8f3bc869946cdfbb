import * as fc from 'fast-check'
import type { Change, OperatorPause } from '../store/model-database.ts'

/*
 * Random sequences of what engines, owners, the operator and the site do. A number stands for a bid or a claim that
 * exists when the operation is performed. All times are multiples of 250 ms, so that they are often equal, and often lie
 * exactly on a limit of a rule.
 */

export type Sequence = {
  snipes: Terms[]
  operations: Operation[]
  /** What a restore does, after the operation with this number. Most sequences have none. */
  restoring: { after: number; operation: Operation }[]
  /** What groups do; most sequences have none. Such a sequence begins with bids in groups that an engine holds. */
  grouping: { after: number; operation: Operation }[]
}

export type Terms = { account: number; listing: number; maxBidCents: number; leadMs: number }

/** When an operation happens: `afterMs` after the previous operation, or near an instant of a bid that lies ahead. */
export type When = { afterMs: number } | { near: 'fireAt' | 'notSentBefore'; bid: number; offsetMs: number }

/** A change that an owner requests in a transaction that is still open during an engine's operation. */
export type OpenChange = { bid: number; change: Change } | null

export type Operation = { when: When } & (
  | ({ kind: 'schedule' } & Terms)
  | { kind: 'request_change'; bid: number; change: Change }
  | { kind: 'pause' | 'resume'; account: number }
  | { kind: 'operator_pause'; state: OperatorPause }
  | { kind: 'end_paused_bids' }
  | { kind: 'restore' }
  | { kind: 'keep'; bid: number }
  | { kind: 'store_login' | 'remove_login'; account: number }
  | { kind: 'note_readings'; engine: number; readings: DrawnReading[] }
  | { kind: 'renew' | 'peers' | 'held'; engine: number }
  | { kind: 'connect'; engine: number; isConnected: boolean }
  | { kind: 'note_fitness'; engine: number; unfitReason: string | null }
  | ({ kind: 'claim'; engine: number; during: OpenChange } & DrawnClaim)
  /** `engine` null: the engine that made the first of the claims. */
  | { kind: 'lock_in'; engine: number | null; lockIns: DrawnLockIn[]; during: OpenChange }
  | { kind: 'regroup'; bid: number; group: 1 | 2 | null }
  | { kind: 'ask'; engine: number | null; claims: number[] }
  | { kind: 'release'; engine: number; claim: number }
  | { kind: 'record'; engine: number; entries: DrawnEntry[] }
)

export type DrawnReading = { listing: number; ageMs: number; endsInMs: number; closed: boolean; resolutionMs: number }
export type DrawnClaim = {
  uncertaintyMs: number
  horizonMs: number
  /** `missedHeartbeats`: how far the heartbeat has moved since it was seen. */
  expired: { engine: number; missedHeartbeats: number; isJournalReplayed: boolean }[]
  includeBeyondHorizon: boolean
  capacity: { unsent: number; sent: number }
}
export type DrawnLockIn = { claim: number; agoMs: number; sendsInMs: number }
export type DrawnEntry = {
  claim: number
  events: { key: number; agoMs: number; detail: 'sent' | 'settled' | { movesEndToMs: number } }[]
  progress:
    | { to: 'locked_in' | 'executed'; agoMs: number }
    | { to: 'finished'; status: 'won' | 'lost' | 'failed' }
    | null
}

export const ENGINES = 3
export const ACCOUNTS = 2
export const LISTINGS = 3

const below = (count: number) => fc.nat({ max: count - 1 })
const engine = below(ENGINES)
const account = below(ACCOUNTS)
const listing = below(LISTINGS)
/** The number of a bid or a claim. The latest bids and claims are drawn most. */
const one = fc.oneof(fc.constant(0), below(3), below(20))
const agoMs = fc.constantFrom(0, 0, 250, 1_000, 5_000)
const maxBidCents = fc.constantFrom(1_000, 2_500, 2_600)
const leadMs = fc.constantFrom(1_000, 5_000, 60_000)
const terms = fc.record({ account, listing, maxBidCents, leadMs })

const change = fc.oneof(
  fc.constant<Change>({ kind: 'cancel' }),
  fc.record({ kind: fc.constant('change' as const), maxBidCents, leadMs }),
)
const during = fc.option(fc.record({ bid: one, change }), { freq: 3 })

const when: fc.Arbitrary<When> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ afterMs: fc.constantFrom(0, 0, 0, 250, 1_000, 4_250, 15_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      near: fc.constant('fireAt' as const),
      bid: one,
      offsetMs: fc.constantFrom(-95_000, -5_000, -3_000, -2_750, -1_000, -250, 0, 250, 4_250, 15_000, 20_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      near: fc.constant('notSentBefore' as const),
      bid: one,
      offsetMs: fc.constantFrom(-500, -250, 0, 250),
    }),
  },
)

const reading = fc.record({
  listing,
  ageMs: fc.constantFrom(0, 0, 250, 1_000, 1_250, 59_750, 60_000),
  endsInMs: fc.constantFrom(-15_000, -1_000, 0, 3_000, 30_000, 60_000),
  closed: fc.boolean(),
  resolutionMs: fc.constantFrom(1, 1_000),
})

const claim = {
  uncertaintyMs: fc.constantFrom(0, 250),
  horizonMs: fc.constantFrom(0, 10_000, 40_000, 95_000, 95_000, 95_000),
  expired: fc.uniqueArray(
    fc.record({ engine, missedHeartbeats: fc.constantFrom(0, 0, 0, 1), isJournalReplayed: fc.boolean() }),
    { selector: (seen) => seen.engine, minLength: 1, maxLength: ENGINES },
  ),
  includeBeyondHorizon: fc.boolean(),
  capacity: fc.record({ unsent: fc.constantFrom(0, 1, 1, 2, 100, 100), sent: fc.constantFrom(0, 1, 100) }),
}

const lockIn = fc.record({ claim: one, agoMs, sendsInMs: fc.constantFrom(0, 750, 5_000) })

const entry = fc.record({
  claim: one,
  events: fc.array(
    fc.record({
      key: below(12),
      agoMs,
      detail: fc.oneof(
        fc.constantFrom('sent' as const, 'settled' as const),
        fc.record({ movesEndToMs: fc.constantFrom(30_000, 60_000, 90_000) }),
      ),
    }),
    { maxLength: 2 },
  ),
  progress: fc.oneof(
    fc.constant(null),
    fc.record({ to: fc.constantFrom('locked_in' as const, 'executed' as const), agoMs }),
    fc.record({
      to: fc.constant('finished' as const),
      status: fc.constantFrom('won' as const, 'lost' as const, 'failed' as const),
    }),
  ),
})

const kind = <Kind extends string>(name: Kind) => fc.constant(name)

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ when, kind: kind('schedule'), account, listing, maxBidCents, leadMs }) },
  { weight: 4, arbitrary: fc.record({ when, kind: kind('request_change'), bid: one, change }) },
  { weight: 2, arbitrary: fc.record({ when, kind: fc.constantFrom('pause' as const, 'resume' as const), account }) },
  {
    weight: 1,
    arbitrary: fc.record({
      when,
      kind: kind('operator_pause'),
      state: fc.constantFrom<OperatorPause>('off', 'no_new', 'all'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ when, kind: kind('end_paused_bids') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      when,
      kind: fc.constantFrom('store_login' as const, 'store_login' as const, 'remove_login' as const),
      account,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      when,
      kind: kind('note_readings'),
      engine,
      readings: fc.array(reading, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ when, kind: fc.constantFrom('renew' as const, 'peers' as const, 'held' as const), engine }),
  },
  { weight: 1, arbitrary: fc.record({ when, kind: kind('connect'), engine, isConnected: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ when, kind: kind('note_fitness'), engine, unfitReason: fc.constantFrom(null, 'full disk') }),
  },
  { weight: 8, arbitrary: fc.record({ when, kind: kind('claim'), engine, during, ...claim }) },
  {
    weight: 6,
    arbitrary: fc.record({
      when,
      kind: kind('lock_in'),
      engine: fc.option(engine, { freq: 1 }),
      during,
      lockIns: fc.uniqueArray(lockIn, { selector: (it) => it.claim, minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ when, kind: kind('release'), engine, claim: one }) },
  {
    weight: 5,
    arbitrary: fc.record({
      when,
      kind: kind('record'),
      engine,
      entries: fc.array(entry, { minLength: 1, maxLength: 3 }),
    }),
  },
)

const restoring: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ when, kind: kind('restore') }),
  fc.record({ when, kind: kind('keep'), bid: one }),
)

const grouping: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      when,
      kind: kind('regroup'),
      bid: one,
      group: fc.constantFrom(1 as const, 1 as const, 2 as const, null),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      when,
      kind: kind('ask'),
      engine: fc.option(engine, { freq: 6, nil: null }),
      claims: fc.uniqueArray(one, { minLength: 1, maxLength: 4 }),
    }),
  },
)

export const sequence: fc.Arbitrary<Sequence> = fc.record({
  snipes: fc.array(terms, { minLength: 1, maxLength: 3 }),
  operations: fc.array(operation, { minLength: 1, maxLength: 40, size: 'max' }),
  // Drawn last, so that it changes nothing else of a sequence.
  restoring: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Sequence['restoring']>([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.record({ after: below(40), operation: restoring }), { minLength: 1, maxLength: 4 }),
    },
  ),
  grouping: fc.oneof(
    { weight: 1, arbitrary: fc.constant<Sequence['grouping']>([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.record({ after: below(40), operation: grouping }), { minLength: 1, maxLength: 30 }),
    },
  ),
})
