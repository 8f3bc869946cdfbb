import * as z from 'zod'
import { ORDER_SUMS } from '../house.ts'
import { noInput, command } from './command.ts'
import { Fault } from './faults.ts'

const DAY_MS = 86_400_000

export const houseCommands = {
  readClock: command({
    method: 'GET',
    path: '/clock',
    input: noInput,
    run: (house) => ({ now: house.clock.now(), ...house.clock.setting() }),
  }),

  /** Changes the given settings. While the clock is frozen, no auction ends and no rival bids. */
  setClock: command({
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

  /** How late orders appear, in which shape, how their rows show sums, and how many days after the close they must be paid. */
  setOrders: command({
    method: 'PUT',
    path: '/orders',
    input: z.strictObject({
      delaySeconds: z.number().min(0).max(86_400).optional(),
      shape: z.enum(['documented', 'renamed']).optional(),
      sums: z.enum(ORDER_SUMS).optional(),
      paymentDays: z.number().min(-60).max(60).optional(),
    }),
    run(house, { delaySeconds, shape, sums, paymentDays }) {
      if (delaySeconds !== undefined) house.orders.delayMs = delaySeconds * 1_000
      house.orders.shape = shape ?? house.orders.shape
      house.orders.sums = sums ?? house.orders.sums
      house.orders.paymentDays = paymentDays ?? house.orders.paymentDays
      return { ...house.orders }
    },
  }),

  listFaults: command({
    method: 'GET',
    path: '/faults',
    input: noInput,
    run: (house) => ({ faults: house.faults.list() }),
  }),

  addFault: command({
    method: 'POST',
    path: '/faults',
    input: Fault,
    run(house, fault) {
      house.faults.add(fault)
      return { faults: house.faults.list() }
    },
  }),

  setFaults: command({
    method: 'PUT',
    path: '/faults',
    input: z.strictObject({ faults: z.array(Fault).max(100) }),
    run(house, { faults }) {
      house.faults.set(faults)
      return { faults: house.faults.list() }
    },
  }),

  clearFaults: command({
    method: 'DELETE',
    path: '/faults',
    input: noInput,
    run(house) {
      house.faults.set([])
      return { faults: house.faults.list() }
    },
  }),

  /** Every PlaceBid from number `since` on, in order of arrival, optionally of one item. */
  readJournal: command({
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

  clearJournal: command({
    method: 'DELETE',
    path: '/journal',
    input: noInput,
    run(house) {
      house.journal.clear()
      return { entries: [] }
    },
  }),

  /** The number of calls of each endpoint other than PlaceBid, in total and by item. */
  readReads: command({
    method: 'GET',
    path: '/reads',
    input: noInput,
    run: (house) => ({ reads: house.reads.report() }),
  }),

  clearReads: command({
    method: 'DELETE',
    path: '/reads',
    input: noInput,
    run(house) {
      house.reads.clear()
      return { reads: {} }
    },
  }),

  /** Returns the house to its state at the start: items, accounts, clock, tokens, faults, journal and counters. */
  reset: command({
    method: 'POST',
    path: '/reset',
    input: noInput,
    run(house) {
      house.reset()
      return { listings: house.listings.size }
    },
  }),
}
