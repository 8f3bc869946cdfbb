import type { Account } from '../accounts/account.ts'
import type { DisplayFault } from '../control/faults.ts'
import type { JournalEntry } from '../control/journal.ts'
import type { House } from '../house.ts'
import { type Answer, badRequest } from '../http/answer.ts'

/** A call of an endpoint. Names of query and body fields are in lower case, since the site ignores their case. */
export type Call = {
  house: House
  /** Site time. All events up to it have run. */
  now: number
  /** The account of the call's valid access token. */
  account: Account | undefined
  /** The last segment of a path that ends in an id. */
  id: string
  query: URLSearchParams
  body: Record<string, unknown>
  ip: string
  displayFaults: readonly DisplayFault[]
  /** The journal entry of a PlaceBid. */
  entry: JournalEntry | undefined
}

/** Paths are relative to `/api/`. A path that ends in `/*` takes an id there. */
export type Endpoint = {
  method: 'GET' | 'POST'
  path: string
  answer: (call: Call) => Answer
}

/** Answers 401 to calls without a valid access token. */
export const requireLogin =
  (answer: (call: Call & { account: Account }) => Answer) =>
  (call: Call): Answer => {
    const { account } = call
    if (account) return answer({ ...call, account })
    if (call.entry) call.entry.outcome = 'unauthorized'
    return { status: 401, headers: { 'www-authenticate': 'Bearer' }, body: '' }
  }

/** The text of a field; empty for any other type. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Parses an item id. Returns the error answer if it is malformed. */
export function itemIdOf(value: unknown): number | Answer {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return /^\d{1,15}$/.test(text) ? Number(text) : badRequest('itemId', `Could not convert to integer: ${text}.`)
}
