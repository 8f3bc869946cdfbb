import * as z from 'zod'

import { Fault } from './faults.ts'
import { nothing, verb } from './verb.ts'

const DAY_MS = 86_400_000

export const houseVerbs = {
  readClock: verb({
    method: 'GET',
    path: '/clock',
    input: nothing,
    run: (house) => ({ now: house.clock.now(), ...house.clock.setting() }),
  }),

  /** Sets what is given and leaves the rest. Frozen, the site's time stands still, and nothing ends and no rival bids. */
  setClock: verb({
    method: 'PUT',
    path: '/clock',
    input: z.strictObject({
      offsetMs: z.number().min(-DAY_MS).max(DAY_MS).optional(),
      driftPpm: z.number().min(-100_000).max(100_000).optional(),
      frozen: z.boolean().optional(),
    }),
    run(house, { offsetMs, driftPpm, frozen }) {
      const { clock } = house
      const before = clock.setting()
      clock.set({
        offsetMs: offsetMs ?? before.offsetMs,
        driftPpm: driftPpm ?? before.driftPpm,
        frozen: frozen ?? before.frozen,
      })
      return { now: clock.now(), ...clock.setting() }
    },
  }),

  listFaults: verb({
    method: 'GET',
    path: '/faults',
    input: nothing,
    run: (house) => ({ faults: house.faults.list() }),
  }),

  addFault: verb({
    method: 'POST',
    path: '/faults',
    input: Fault,
    run(house, fault) {
      house.faults.add(fault)
      return { faults: house.faults.list() }
    },
  }),

  setFaults: verb({
    method: 'PUT',
    path: '/faults',
    input: z.strictObject({ faults: z.array(Fault).max(100) }),
    run(house, { faults }) {
      house.faults.set(faults)
      return { faults: house.faults.list() }
    },
  }),

  clearFaults: verb({
    method: 'DELETE',
    path: '/faults',
    input: nothing,
    run(house) {
      house.faults.set([])
      return { faults: house.faults.list() }
    },
  }),

  /** Every PlaceBid from the number `since` on, in the order of arrival; of one item when asked for. */
  readJournal: verb({
    method: 'GET',
    path: '/journal',
    input: z.strictObject({
      since: z.coerce.number().int().min(0).default(0),
      itemId: z.coerce.number().int().optional(),
    }),
    run(house, { since, itemId }) {
      const entries = house.journal.since(since)
      return { entries: itemId === undefined ? entries : entries.filter((entry) => entry.itemId === itemId) }
    },
  }),

  clearJournal: verb({
    method: 'DELETE',
    path: '/journal',
    input: nothing,
    run(house) {
      house.journal.clear()
      return { entries: [] }
    },
  }),

  /** How often each endpoint other than PlaceBid was called, in all and by item. */
  readReads: verb({
    method: 'GET',
    path: '/reads',
    input: nothing,
    run: (house) => ({ reads: house.reads.report() }),
  }),

  clearReads: verb({
    method: 'DELETE',
    path: '/reads',
    input: nothing,
    run(house) {
      house.reads.clear()
      return { reads: {} }
    },
  }),

  /** Everything as it was at the start: floor, accounts, clock, tokens, faults, journal, counters. */
  reset: verb({
    method: 'POST',
    path: '/reset',
    input: nothing,
    run(house) {
      house.reset()
      return { listings: house.listings.size }
    },
  }),
}
