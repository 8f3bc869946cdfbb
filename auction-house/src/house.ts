import { type Accounts, createAccounts } from './accounts/account.ts'
import { createTokens, type Tokens } from './accounts/tokens.ts'
import { type Agenda, createAgenda } from './agenda.ts'
import type { Listing } from './auction/listing.ts'
import { type SiteClock, siteClock, type Timer } from './clock.ts'
import { createFaults, type Faults } from './control/faults.ts'
import { createJournal, type Journal } from './control/journal.ts'
import { createReads, type Reads } from './control/reads.ts'
import { openFloor } from './floor/open-floor.ts'

const DAY_MS = 86_400_000
const FIRST_OWN_ITEM_ID = 500_000_001

type HouseOptions = { seed: number; floor: boolean; timer: Timer }

/** The whole state of the site. Verbs take it first; whoever looks at it asks `upToDate` for the time first. */
export type House = {
  /** `http://127.0.0.1:3001`, known once the server listens. */
  url: string
  clock: SiteClock
  agenda: Agenda
  listings: Map<number, Listing>
  /** Closed listings, oldest first, by whether a real account has anything to do with them. */
  closed: { touched: Listing[]; untouched: Listing[] }
  accounts: Accounts
  tokens: Tokens
  faults: Faults
  journal: Journal
  reads: Reads
  /** Lets happen what is due, and answers the time on the site's clock. */
  upToDate(): number
  /** Everything as at the start, now. */
  reset(): void
  /** An id that no lot of the floor ever has. */
  nextItemId(): number
}

export function createHouse({ seed, floor, timer }: HouseOptions): House {
  let lastItemId = FIRST_OWN_ITEM_ID

  const house: House = {
    url: '',
    ...freshState(seed, timer),
    upToDate() {
      const now = house.clock.now()
      house.agenda.runUntil(now)
      return now
    },
    reset() {
      Object.assign(house, freshState(seed, timer))
      open()
    },
    nextItemId: () => lastItemId++,
  }

  function open() {
    const now = house.clock.now()
    house.accounts.open({ name: 'demo', password: 'demo', createdAt: now - 365 * DAY_MS, unpaidItems: 0 })
    if (floor) openFloor(house, seed, now)
    house.upToDate()
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
    closed: { touched: [], untouched: [] },
    accounts,
    tokens: createTokens(accounts, `auction house ${seed}`),
    faults: createFaults(seed),
    journal: createJournal(),
    reads: createReads(),
  }
}
