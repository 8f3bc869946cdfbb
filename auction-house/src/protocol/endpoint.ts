import type { Account } from '../accounts/account.ts'
import type { JournalEntry } from '../control/journal.ts'
import type { House } from '../house.ts'
import { type Answer, badRequest } from '../http/answer.ts'

/** One call, as an endpoint sees it. The names of query and body fields are in lower case: the site binds them in any. */
export type Call = {
  house: House
  /** Site time, up to which the house has been brought. */
  now: number
  /** Whose good access token came with it. */
  account: Account | undefined
  /** The last segment of a path that ends in an id. */
  id: string
  query: URLSearchParams
  body: Record<string, unknown>
  ip: string
  /** How old what it shows of an item has to be. */
  staleMs: number
  /** Where a PlaceBid notes what became of it. */
  entry: JournalEntry | undefined
}

/** Paths are under `/api/`; one that ends in `/*` takes an id there. */
export type Endpoint = {
  method: 'GET' | 'POST'
  path: string
  answer: (call: Call) => Answer
}

/** Answers 401 to everybody without a good access token. */
export const forAccounts =
  (answer: (call: Call & { account: Account }) => Answer) =>
  (call: Call): Answer => {
    const { account } = call
    if (account) return answer({ ...call, account })
    if (call.entry) call.entry.outcome = 'unauthorized'
    return { status: 401, headers: { 'www-authenticate': 'Bearer' }, body: '' }
  }

/** A field that should be text; anything else reads as none. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** An item id of the wire, or the answer to something that is none. */
export function itemIdOf(value: unknown): number | Answer {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return /^\d{1,15}$/.test(text) ? Number(text) : badRequest('itemId', `Could not convert to integer: ${text}.`)
}
