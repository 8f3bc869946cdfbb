import type { Mutant } from './mutants.ts'
import { TESTED_GROUP_MUTANTS } from './tested-group-mutants.ts'

/** `test`: the file with the test that must fail, and the beginning of the test's title. */
export type TestedMutant = Mutant & { test: { file: string; title: string } }

/**
 * Guards that the simulation has models of, or that it needs too seldom. Without one of them the named test must fail.
 */
export const TESTED_MUTANTS = {
  'a torn line in the middle of a journal skipped': {
    file: 'src/engine/journal-entry.ts',
    guard: 'isReadable: !whole.includes(null)',
    instead: 'isReadable: true',
    test: {
      file: 'src/engine/file-journal.test.ts',
      title: 'A journal in which a line before the last is torn is incomplete',
    },
  },
  'a permission error taken for the death of an engine': {
    file: 'src/engine/process-identity.ts',
    guard: "return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')",
    instead: 'return !(error instanceof Error)',
    test: {
      file: 'src/engine/process-identity.test.ts',
      title: 'A running process that may not be signalled is not dead',
    },
  },
  'the only engine releases its last bids when it is told to stop': {
    file: 'src/engine/core/run-engine.ts',
    guard: 'if (!replaced) await sendLastBids(until, replaced !== null)',
    instead: '',
    test: {
      file: 'src/engine/core/run-engine.test.ts',
      title: 'The only engine, when it stops, sends the bids of the next 15 seconds',
    },
  },
  'an engine that stops taken for one that claims what is released': {
    file: 'src/engine/core/run-engine.ts',
    guard: "ports.store.noteFitness('stopping')",
    instead: 'ports.store.renew()',
    test: {
      file: 'src/engine/core/run-engine.test.ts',
      title: 'Of two engines that are stopped together, one sends the bid, once',
    },
  },
  'no circuit breaker': {
    file: 'src/marketplace/rate-limiting/back-off.ts',
    guard: 'return isOfSite || PAUSES[error.kind]?.isRefusal ?',
    instead: 'return isOfSite ?',
    test: {
      file: 'src/marketplace/rate-limiting/bucket.test.ts',
      title: 'After a failure of kind rate_limited reads pause for 30000 ms',
    },
  },
  'a refused second sending taken as final': {
    file: 'src/engine/core/on-response.ts',
    guard: "return mayHoldBid(state) ? check(state, 'account_limit', response) : conclude(",
    instead: 'return conclude(',
    test: {
      file: 'src/engine/core/reducers.test.ts',
      title: 'The answer account_limit to a second sending is no verdict',
    },
  },
  'a lead below the reserve price taken for a win': {
    file: 'src/engine/core/evidence.ts',
    guard: "return isReserveMet === false ? 'reserve_not_met' : 'won'",
    instead: "return 'won'",
    test: {
      file: 'src/engine/core/reducers.test.ts',
      title: 'A lead below the reserve price is not won',
    },
  },
  'a bid that the seller cancelled taken for one that was never shown': {
    file: 'src/engine/core/evidence.ts',
    guard: "if (standing && isRetracted(state, reading, standing)) return 'retracted'",
    instead: '',
    test: {
      file: 'src/engine/core/reducers.test.ts',
      title: 'A bid that the page shows as retracted was cancelled by the seller',
    },
  },
  "a lead on the page believed against the account's own list": {
    file: 'src/engine/core/evidence.ts',
    guard: "agreed: row?.leads === false && state.agreed?.outcome === 'won' ? null : state.agreed",
    instead: 'agreed: state.agreed',
    test: {
      file: 'src/engine/core/reducers.test.ts',
      title: 'A lead on the page proves nothing while the account',
    },
  },
  'readings that contradict each other added up': {
    file: 'src/engine/core/on-reading.ts',
    guard: 'state.agreed?.outcome === outcome ?',
    instead: 'state.agreed ?',
    test: {
      file: 'src/engine/core/reducers.test.ts',
      title: 'Readings that contradict each other prove nothing',
    },
  },
  'words that do not age while the site fails': {
    file: 'src/engine/core/on-response.ts',
    guard: "state.resultNote ?? (isSilent ? 'not_shown' : null)",
    instead: 'state.resultNote',
    test: {
      file: 'src/engine/core/reducers.test.ts',
      title: 'Failures after the close age the words',
    },
  },
  'an order that proves nothing': {
    file: 'src/engine/core/decide-step.ts',
    guard: "if (state.order) return finish('won', state)",
    instead: '',
    test: {
      file: 'src/engine/core/decide-step.test.ts',
      title: 'A bid whose item is among the orders is won',
    },
  },
  'an uncertain bid that asks for no other login before the close': {
    file: 'src/engine/core/decide-step.ts',
    guard: 'if (isOpen && isRefused && isSeen)',
    instead: 'if (isOpen && !isOpen)',
    test: {
      file: 'src/engine/core/run-snipe.test.ts',
      title: 'A bid of unknown outcome whose login was removed is sent again as soon as another login is stored',
    },
  },
  'a verdict without the lease': {
    file: 'src/engine/core/run-snipe.ts',
    guard: 'if (isUnproven(step.verdict, timeline, now) && !isLeaseValid(engine.lease(), context.epoch, now))',
    instead: 'if (hold.sent && !hold.sent)',
    test: {
      file: 'src/engine/core/lock-in.test.ts',
      title: 'An engine without its lease does not say that a bid was not sent, because another may have sent it',
    },
  },
  'a snipe that arms during a pause of all reads': {
    file: 'src/engine/core/decide-step.ts',
    guard: 'const pauseEnd = pausedUntil > now ?',
    instead: 'const pauseEnd = pausedUntil === now ?',
    test: {
      file: 'src/engine/core/decide-step.test.ts',
      title: 'After a pause of all reads, two hundred snipes spread over the time that is left',
    },
  },
  "the site's clock read each minute for nobody": {
    file: 'src/engine/core/decide-clock-read.ts',
    guard: 'const IDLE = { quickAtStart: 3, quick: 1, intervalMs: 30 * 60_000 }',
    instead: 'const IDLE = { quickAtStart: 3, quick: 1, intervalMs: 60_000 }',
    test: {
      file: 'src/engine/core/decide-clock-read.test.ts',
      title: 'An idle engine reads the clock of a far site at most four times in any hour',
    },
  },
  'the page of another item taken for that of the item': {
    file: 'src/marketplace/shopgoodwill/item/item-detail.ts',
    guard: 'if (item.itemId !== auctionId) {',
    instead: "if (item.itemId === '') {",
    test: {
      file: 'src/marketplace/shopgoodwill/site-faults.test.ts',
      title: 'A read fails with its own error and is not retried when the site answers with the page of another item',
    },
  },
  'a price above the maximum taken as final': {
    file: 'src/engine/core/decide-step.ts',
    guard: 'if (heldBy(state) !== null) return readOn(state, timeline, now)',
    instead: "if (heldBy(state) !== null) return finish('price_past_maximum', state)",
    test: {
      file: 'src/engine/core/run-snipe.test.ts',
      title: 'A bid that is held back at its moment is sent when the price falls before the close',
    },
  },
  'an open page after the end taken as final': {
    file: 'src/engine/core/decide-step.ts',
    guard: 'if (isAsked && now >= timeline.endAt + MAX_ASK_PAST_END_MS)',
    instead: 'if (readAt >= timeline.endAt)',
    test: {
      file: 'src/engine/core/decide-step.test.ts',
      title: 'A page that shows an open auction after the close is no last word, and is read again for five minutes',
    },
  },
  'one page that says closed taken as final': {
    file: 'src/engine/core/on-reading.ts',
    guard: 'closedAhead >= MIN_CLOSED_AHEAD)',
    instead: 'closedAhead >= 1)',
    test: {
      file: 'src/engine/core/run-snipe.test.ts',
      title: '1 pages that say wrongly that the auction has closed do not end a bid',
    },
  },
  'a pause before the first retry of a bid that did not leave': {
    file: 'src/engine/core/resend-at.ts',
    guard: 'Math.min(inARow - 1, MAX_UNSENT_PAUSE_FACTOR)',
    instead: 'Math.min(inARow, MAX_UNSENT_PAUSE_FACTOR)',
    test: {
      file: 'src/engine/core/run-snipe.test.ts',
      title: 'A bid whose connection has broken is sent again at once',
    },
  },
  'a given-up bid left on its way': {
    file: 'src/marketplace/shopgoodwill/bid-connection/prepare-bid.ts',
    guard: 'request.send(socket, limits.responseTimeoutMs, givenUp)',
    instead: 'request.send(socket, limits.responseTimeoutMs)',
    test: {
      file: 'src/marketplace/shopgoodwill/bid-connection/bid-connection.test.ts',
      title: 'A bid that is given up is unknown at once, and its connection is reset',
    },
  },
  'a refusal in unknown words told as an outage': {
    file: 'src/engine/core/snipe-state.ts',
    guard: "  blocked: 'refused',\n  refused: 'refused',\n",
    instead: "  blocked: 'refused',\n",
    test: {
      file: 'src/engine/core/reducers.test.ts',
      title:
        'A bid whose last answer asked to slow down, or was a refusal in unknown words, does not count as an outage',
    },
  },
  "pages that do not sample the site's clock": {
    file: 'src/engine/core/site-calls.ts',
    guard: 'engine.siteClock.add(page.clock)',
    instead: 'void page.clock',
    test: {
      file: 'src/engine/core/run-snipe.test.ts',
      title: "A step of the site's clock by 2000 ms in the last seconds before the shot is noticed",
    },
  },
  'a late bid given up because the site shows no page': {
    file: 'src/engine/core/decide-step.ts',
    guard: "(state.bid === 'suspected' && (isRefused || now >= timeline.endAt))",
    instead: "(state.bid === 'suspected' && isRefused)",
    test: {
      file: 'src/engine/core/run-snipe.test.ts',
      title: 'A snipe that is claimed after the close fails only when the site shows that no other process has sent it',
    },
  },
  'readings that were under way at once taken for one after the other': {
    file: 'src/engine/core/site-clock.ts',
    guard: 'answeredAt(earlier) < askedAt(span)',
    instead: 'earlier.at < span.at',
    test: {
      file: 'src/engine/core/site-clock.test.ts',
      title: 'Samples that were under way at once do not show that a clock was set',
    },
  },
  'a bid made by hand forgotten once no login works': {
    file: 'src/engine/core/on-reading.ts',
    guard: 'isClosed ? highestOwnMaximum(before, reading.standing) : before.ownMaximumCents',
    instead: 'reading.standing ? highestOwnMaximum(before, reading.standing) : 0',
    test: {
      file: 'src/engine/core/reducers.test.ts',
      title: 'An owner who was shown to lead by hand has not lost',
    },
  },
  'an old price taken for what kept a bid from being sent': {
    file: 'src/engine/core/on-reading.ts',
    guard: 'heldBy(isOld ? { ...before, price: null } : before)',
    instead: 'heldBy(before)',
    test: {
      file: 'src/engine/core/reducers.test.ts',
      title: 'A price that was last shown long before the close kept no bid from being sent',
    },
  },
  ...TESTED_GROUP_MUTANTS,
} as const satisfies Record<string, TestedMutant>
