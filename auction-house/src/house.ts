import { type Accounts, createAccounts } from './accounts/account.ts'
import { createTokens, type Tokens } from './accounts/tokens.ts'
import { type Agenda, createAgenda } from './agenda.ts'
import type { Listing } from './auction/listing.ts'
import { type SiteClock, siteClock, type Timer } from './clock.ts'
import { createFaults, type Faults } from './control/faults.ts'
import { createJournal, type Journal } from './control/journal.ts'
import { createReads, type Reads } from './control/reads.ts'
import { openSampleItems } from './sample-items/open-sample-items.ts'

const DAY_MS = 86_400_000
const FIRST_CONTROL_ITEM_ID = 500_000_001

type HouseOptions = { seed: number; sampleItems: boolean; timer: Timer }

/** How the rows of an order show its shipping and its tax: all of it on each row, on the first one, or each its part by price. */
export const ORDER_SUMS = ['repeated', 'first', 'split'] as const

/** How late an order comes onto its account's list, and whether the lists have the documented names. */
export type OrderLists = {
  delayMs: number
  shape: 'documented' | 'renamed'
  sums: (typeof ORDER_SUMS)[number]
  paymentDays: number
}

/** The whole state of the site. Code that reads it calls `catchUp` first. */
export type House = {
  /** Such as `http://127.0.0.1:3001`; set once the server listens. */
  url: string
  clock: SiteClock
  agenda: Agenda
  listings: Map<number, Listing>
  /** Closed listings, oldest first: those that a real account bid on or watches, and the others. */
  closed: { ofAccounts: Listing[]; others: Listing[] }
  accounts: Accounts
  tokens: Tokens
  faults: Faults
  journal: Journal
  reads: Reads
  orders: OrderLists
  /** Runs the events that are due, and returns the time on the site's clock. */
  catchUp(): number
  /** Returns the house to its state at the start. */
  reset(): void
  /** An id that no sample item ever has. */
  nextItemId(): number
}

export function createHouse({ seed, sampleItems, timer }: HouseOptions): House {
  let nextId = FIRST_CONTROL_ITEM_ID

  const house: House = {
    url: '',
    ...freshState(seed, timer),
    catchUp() {
      const now = house.clock.now()
      house.agenda.runUntil(now)
      return now
    },
    reset() {
      Object.assign(house, freshState(seed, timer))
      open()
    },
    nextItemId: () => nextId++,
  }

  function open() {
    const now = house.clock.now()
    house.accounts.open({ name: 'demo', password: 'demo', createdAt: now - 365 * DAY_MS, unpaidItems: 0 })
    if (sampleItems) openSampleItems(house, seed, now)
    house.catchUp()
  }

  open()
  return house
}

function freshState(seed: number, timer: Timer) {
  const accounts = createAccounts()
  return {
    clock: siteClock(timer),
    agenda: createAgenda(),
    listings: new Map<number, Listing>(),
    closed: { ofAccounts: [], others: [] },
    accounts,
    tokens: createTokens(accounts, `auction house ${seed}`),
    faults: createFaults(seed),
    journal: createJournal(),
    reads: createReads(),
    orders: { delayMs: 2_000, shape: 'documented', sums: 'first', paymentDays: 7 } satisfies OrderLists,
  }
}
