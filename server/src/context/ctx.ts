import type { Marketplace } from '../marketplace/marketplace.ts'
import type { ReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import type { Plans } from '../plans/load-plans.ts'
import type { Clock } from '../platform/clock.ts'
import type { ProcessName } from '../platform/database/roles.ts'
import type { Db } from '../platform/database/tables.ts'
import type { Log } from '../platform/log.ts'

/** What the verbs of the rooms above work with: `start-process.ts` makes it once for its process. A room adds its own parts in one type. */
export type Ctx = {
  db: Db
  clock: Clock
  log: Log
  marketplace: Marketplace
  readBudget: ReadBudget
  /** Null on an installation without plans, and in an engine, which knows none. */
  plans: Plans | null
  /** For the record of logins that are used. */
  process: ProcessName | `engine-${number}`
  /** Where people open Bidwell. */
  publicUrl: string
  /** The addresses of ADMIN_EMAILS, in lower case. */
  adminEmails: readonly string[]
  /** Whether an account must have verified its address before it tracks, bids, connects, starts its trial or buys a plan. */
  requiresVerifiedEmail: boolean
  /** People may keep searches, which are run for them. */
  hasSearches: boolean
  sendsMail: boolean
  sendsSms: boolean
  /** False where the operator makes backups by other means. */
  expectsBackups: boolean
  /** How long to wait for an engine to release bids: shorter only in tests. */
  confirmTimeoutMs?: number
}
