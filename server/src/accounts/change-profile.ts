import {
  amountFault,
  type Body,
  centsFromDollars,
  type changeProfile as endpoint,
  leadFault,
  messages,
} from '@bidwell/contract'
import type { Clock } from '../platform/clock.ts'
import type { AccountRow, Db } from '../platform/database/tables.ts'
import { AppError } from '../platform/errors.ts'
import { accountById } from './account-queries.ts'

export type ProfileChange = Body<typeof endpoint>

/**
 * Changes the given fields of the profile. Throws 422 for a lead that no bid may have, and for a day limit that is not an
 * amount. Bids that are already scheduled stay, even above a new limit.
 */
export async function changeProfile(
  { db, clock }: { db: Db; clock: Clock },
  accountId: number,
  input: ProfileChange,
): Promise<AccountRow> {
  const change = {
    ...(input.default_seconds_before_end !== undefined && {
      default_seconds_before_end: readLead(input.default_seconds_before_end),
    }),
    ...(input.day_limit !== undefined && { day_limit_cents: readLimit(input.day_limit) }),
  }
  if (Object.keys(change).length === 0) return accountById(db, accountId)
  return db
    .updateTable('accounts')
    .set({ ...change, updated_at: new Date(clock.now()) })
    .where('id', '=', accountId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function readLead(lead: number): number {
  const fault = leadFault(lead)
  if (fault !== null) throw broken('default_seconds_before_end', fault)
  return lead
}

function readLimit(dollars: number | null): number | null {
  if (dollars === null) return null
  if (amountFault(dollars) !== null) throw broken('day_limit', messages.account.dayLimitInvalid)
  return centsFromDollars(dollars)
}

const broken = (path: string, message: string) => new AppError('rule_broken', message, { details: [{ path, message }] })
