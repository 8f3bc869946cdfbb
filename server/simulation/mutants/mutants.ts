import type { Fault } from '../faults/faults.ts'
import { CLOCK_MUTANTS } from './clock-mutants.ts'
import { GROUP_MUTANTS } from './group-mutants.ts'
import { SITE_MUTANTS } from './site-mutants.ts'

/** A program without one guard: a piece of one file's source, which occurs there once, and its replacement. */
export type Mutant = { file: string; guard: string; instead: string }

/**
 * A mutant that breaks a rule in the simulation. `faults`: what its guard is about; each of its runs meets them. `seed`:
 * the first that is known to catch it.
 */
export type EngineMutant = Mutant & { faults: readonly Fault[]; seed: number }

/**
 * Guards without which the simulation must break a rule. Most are lines of the engine. The guards of statements and of
 * the clock are taken out of the models of the database and of a process.
 */
export const ENGINE_MUTANTS = {
  'a restored bid that goes on unasked': {
    file: 'simulation/store/restore-bids.ts',
    guard: 'isRestored: true, ',
    instead: '',
    faults: ['restores'],
    seed: 41,
  },
  'a restored bid sent by the engine that reads it': {
    file: 'src/engine/core/snipe-state.ts',
    guard: "refusal: snipe.onlyReads ? 'not_confirmed' : null",
    instead: 'refusal: null',
    faults: ['restores', 'outages', 'statements'],
    seed: 6,
  },
  'a claim without a fence': {
    file: 'simulation/store/model-database.ts',
    guard: 'return bid?.fence === fence ? bid : null',
    instead: 'return bid ?? null',
    faults: ['kills', 'pauses', 'outages'],
    seed: 1_302,
  },
  'a shot after the lease has expired': {
    file: 'src/engine/core/fire-bid.ts',
    guard: "if (!isLeaseValid(engine.lease(), epoch, now)) return 'lease_expired'",
    instead: '',
    faults: ['pauses', 'outages'],
    seed: 111,
  },
  'a lease that never expires': {
    file: 'src/engine/core/lease.ts',
    guard: 'epoch === lease.epoch && monotonic < lease.expiresAt',
    instead: 'lease.epoch > 0 && epoch > 0 && monotonic > 0',
    faults: ['pauses', 'outages'],
    seed: 25,
  },
  'a takeover before the lease has expired': {
    file: 'src/engine/core/lease.ts',
    guard: 'query.startedAt - sighting.since >= expiryWatchMs(leaseMs)',
    instead: 'query.startedAt - sighting.since >= expiryWatchMs(leaseMs) / 20',
    faults: ['outages', 'statements'],
    seed: 198,
  },
  'no reading after a takeover': {
    file: 'src/engine/core/snipe-state.ts',
    guard: "lockedInAt === null ? (isLate ? 'suspected' : 'none') : 'outcome_unknown'",
    instead: "'none'",
    faults: ['kills', 'bids'],
    seed: 89,
  },
  'a second sending that is too low taken as final': {
    file: 'src/engine/core/on-response.ts',
    guard: "if (mayHoldBid(state)) return check(state, 'below_next_bid', response)",
    instead: "if (mayHoldBid(state)) return conclude({ ...state, bid: 'none' }, 'below_next_bid')",
    faults: ['bids', 'pageLag'],
    seed: 5,
  },
  'a page that hides the winner taken as proof of a loss': {
    file: 'src/engine/core/evidence.ts',
    guard: 'if (!isCurrent || (!standing?.otherLeads && bidCount !== 0)) return null',
    instead: 'if (!isCurrent) return null',
    faults: ['hiddenFlags', 'bids'],
    seed: 93,
  },
  'an unknown outcome taken for a failure': {
    file: 'src/engine/core/on-response.ts',
    guard: 'only a reading can tell.\n      return becomeUncertain(state, response)',
    instead: "\n      return conclude(state, 'site_down', false, response)",
    faults: ['bids'],
    seed: 14,
  },
  'an unknown outcome taken for a success': {
    file: 'src/engine/core/on-response.ts',
    guard: 'only a reading can tell.\n      return becomeUncertain(state, response)',
    instead: "\n      return { ...state, bid: 'stands' }",
    faults: ['bids'],
    seed: 14,
  },
  'a reset connection taken for not sent': {
    file: 'simulation/site/bid-connection.ts',
    guard: "const unknown: SiteResponse = { kind: 'unknown', siteMessage: 'reset' }",
    instead: "const unknown: SiteResponse = { kind: 'not_sent', siteMessage: 'reset' }",
    faults: ['bids'],
    seed: 14,
  },
  'the wall clock instead of the monotonic clock': {
    file: 'simulation/world/virtual-process.ts',
    guard: 'const base = () => monotonicBase',
    instead: 'const base = () => monotonicBase + wallSteps',
    faults: ['clocks'],
    seed: 31,
  },
  'a change of a held bid applied at once': {
    file: 'simulation/store/request-change.ts',
    guard: 'if (bid.engineId === null) applyChange(database, bid, at)',
    instead: 'applyChange(database, bid, at)',
    faults: ['changes', 'cancels'],
    seed: 80,
  },
  'a claim of a paused bid': {
    file: 'simulation/store/claim-bids.ts',
    guard: '.filter((bid) => bid.engineId !== null || !isPaused(database, bid))',
    instead: '',
    faults: ['ownerPauses'],
    seed: 51,
  },
  'a price equal to the maximum taken for too high': {
    file: 'src/engine/core/snipe-state.ts',
    guard: 'price.minimumCents > snipe.maximum && !price.leads',
    instead: 'price.minimumCents >= snipe.maximum && !price.leads',
    faults: ['rivals'],
    seed: 36,
  },
  'a moved end not noticed': {
    file: 'src/engine/core/on-reading.ts',
    guard: 'isEndDoubtful ? before.endsAt : reading.endsAt',
    instead: 'before.endsAt',
    faults: ['movedEnds'],
    seed: 31,
  },
  'a shot after the close': {
    file: 'src/engine/core/fire-bid.ts',
    guard: 'if (now >= timeline.endAt) return state',
    instead: '',
    faults: ['bids', 'siteOutages'],
    seed: 700,
  },
  'orphaned journals that are not replayed': {
    file: 'src/engine/core/dead-journals.ts',
    guard: 'if (orphaned) return replay(orphaned)',
    instead: 'if (orphaned) return',
    faults: ['kills', 'outages'],
    seed: 8,
  },
  'a takeover that suspects nothing': {
    file: 'simulation/store/claim-bids.ts',
    guard: '(bid.lockedInAt !== null || isSuspect)',
    instead: 'bid.lockedInAt !== null',
    faults: ['kills', 'outages', 'journal'],
    seed: 2_750,
  },
  'a takeover that takes every journal as replayed': {
    file: 'src/engine/core/claim-loop.ts',
    guard: 'isJournalReplayed: deadJournals.isReplayed(engineId)',
    instead: 'isJournalReplayed: true',
    faults: ['kills', 'outages', 'journal'],
    seed: 2_750,
  },
  'a shot that waits for a page': {
    file: 'src/engine/core/decide-step.ts',
    guard: 'return readAt === null && failures === 0 ?',
    instead: 'return readAt === null || failures > 0 ?',
    faults: ['site', 'siteOutages', 'missingPages'],
    seed: 133,
  },
  'a missing page taken for a withdrawal at once': {
    file: 'src/engine/core/decide-step.ts',
    guard: 'const WITHDRAWN_AFTER_MS = 120_000',
    instead: 'const WITHDRAWN_AFTER_MS = 0',
    faults: ['missingPages'],
    seed: 10,
  },
  'a verdict logged by a former holder': {
    file: 'simulation/store/record-entries.ts',
    guard: "const isLogged = entry.progress?.to !== 'finished' || counted.has(entry)",
    instead: 'const isLogged = true',
    faults: ['pauses', 'outages'],
    seed: 176,
  },
  'an ended token that is used again': {
    file: 'src/engine/core/site-calls.ts',
    guard: 'const session = state.loggedIn ? resources.session : null',
    instead: 'const session = resources.session',
    faults: ['sessions'],
    seed: 42,
  },
  "'you lead' taken for the snipe's own bid": {
    file: 'src/engine/core/evidence.ts',
    guard: 'const newBids = standing.ownBids',
    instead: 'if (standing.leads) return { at: 0 }; const newBids = standing.ownBids',
    faults: ['handBids', 'bids'],
    seed: 55,
  },
  'a late shot without a look at the site': {
    file: 'src/engine/core/snipe-state.ts',
    guard: "(isLate ? 'suspected' : 'none')",
    instead: "(isLate ? 'none' : 'none')",
    faults: ['failovers'],
    seed: 124,
  },
  'one page after the close taken for a proof': {
    file: 'src/engine/core/evidence.ts',
    guard: 'const AGREEMENT_MS = 4_000',
    instead: 'const AGREEMENT_MS = 0',
    faults: ['pageLag', 'rivals'],
    seed: 378,
  },
  'a lead of the first seconds after the close taken for a win': {
    file: 'src/engine/core/evidence.ts',
    guard: 'const LEAD_CURRENT_AFTER_MS = 10_000',
    instead: 'const LEAD_CURRENT_AFTER_MS = 0',
    faults: ['pageLag', 'rivals'],
    seed: 266,
  },
  'a page of the first seconds after the close taken for the last word': {
    file: 'src/engine/core/evidence.ts',
    guard: 'const PAGE_CURRENT_AFTER_MS = 30_000',
    instead: 'const PAGE_CURRENT_AFTER_MS = 0',
    faults: ['pageLag', 'rivals'],
    seed: 176,
  },
  "the owner's own higher maximum ignored": {
    file: 'src/engine/core/snipe-state.ts',
    guard: "if (ownMaximumCents >= snipe.maximum) return 'own_maximum'",
    instead: '',
    faults: ['handBids'],
    seed: 16,
  },
  'a lease that outlives a suspension': {
    file: 'src/engine/core/lease.ts',
    guard: 'lease = { ...lease, expiresAt: -Infinity }',
    instead: '',
    faults: ['suspensions'],
    seed: 51,
  },
  "samples of the site's clock that outlive a suspension": {
    file: 'src/engine/core/run-engine.ts',
    guard: 'siteClock.suspend(suspendedMs, clock.monotonic())',
    instead: '',
    faults: ['suspensions'],
    seed: 43,
  },
  'a refused token that is not named': {
    file: 'src/engine/core/site-calls.ts',
    guard: 'refusedToken: state.needsFreshLogin ? (resources.session?.token ?? null) : null',
    instead: 'refusedToken: null',
    faults: ['sessions'],
    seed: 4,
  },
  'a login although another has just logged in': {
    file: 'simulation/site/site-sessions.ts',
    guard: 'if (account.stored !== null && account.stored !== refusedToken) return',
    instead: 'if (account.stored !== null && refusedToken === null) return',
    faults: ['sharedAccounts', 'oneSession', 'sessions'],
    seed: 5,
  },
  'a lock-in with a login that was removed or replaced': {
    file: 'simulation/store/lock-in-bid.ts',
    guard: ' || hasLoginChanged(database, bid)',
    instead: '',
    faults: ['loginChanges'],
    seed: 536,
  },
  'a rejected entry that holds up all others': {
    file: 'src/engine/core/recorder.ts',
    guard: 'if (batch.length === 1 && first) return setAside(first)',
    instead: 'if (batch.length === 1 && first) return false',
    faults: ['rejectedEntries'],
    seed: 5,
  },
  ...SITE_MUTANTS,
  ...CLOCK_MUTANTS,
  ...GROUP_MUTANTS,
} as const satisfies Record<string, EngineMutant>
