import { randomUUID } from 'node:crypto'
import {
  amountFault,
  API_TOKEN,
  type api,
  type Body,
  centsFromDollars,
  type Data,
  formatCents,
  messages,
} from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { Caller, Visitor } from '../../http/route.ts'
import { tellOwner } from '../../notifying/notifications/tell-owner.ts'
import type { AccountRow, Tx } from '../../platform/database/tables.ts'
import { AppError, type FieldFault, fieldError, refuseFaults } from '../../platform/errors.ts'
import { recordSecurityEvent } from '../../trails/security-log/record-security-event.ts'
import { accountById } from '../accounts/account-queries.ts'
import { lockCaller } from '../sessions/lock-caller.ts'
import { presentToken } from './list-tokens.ts'
import { hashOfToken, makeTokenText } from './token-text.ts'

const DAY_MS = 86_400_000

/**
 * Makes a token for a program, and tells the owner by mail. Throws `rule_broken` with the field and the rule: for a name that is
 * missing, too long or taken, for caps that are no amounts, exceed the account's day limit or each other, for an amount to ask above that is none or exceeds a bid's cap, for a life that is too
 * long, and for one token too many; and `session_revoked` when the caller's session ends meanwhile.
 */
export async function makeToken(
  { db, clock }: Ctx,
  caller: Caller,
  input: Body<typeof api.makeApiToken>,
  visitor: Visitor,
): Promise<Data<typeof api.makeApiToken>> {
  const { accountId } = caller
  const name = input.name.trim()
  const { days = API_TOKEN.defaultDays, scope } = input
  refuseFaults(faultsOf({ ...input, name, days }))
  const secret = makeTokenText()
  const now = clock.now()
  const row = await db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    const account = await accountById(tx, accountId)
    requireWithinLimit(account, input.day_cap)
    await requireRoom(tx, accountId, name)
    const token = await tx
      .insertInto('api_tokens')
      .values({
        id: randomUUID(),
        account_id: accountId,
        name,
        token_hash: hashOfToken(secret) ?? Buffer.of(),
        scope,
        max_bid_cents: centsOrNull(input.max_bid),
        day_cap_cents: centsOrNull(input.day_cap),
        ask_above_cents: centsOrNull(input.ask_above),
        created_at: new Date(now),
        expires_at: new Date(now + days * DAY_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const details = {
      token: name,
      scope,
      max_cents: token.max_bid_cents,
      day_cents: token.day_cap_cents,
      ask_cents: token.ask_above_cents,
      days,
    }
    await recordSecurityEvent(tx, { ...visitor, accountId, kind: 'api_token_made', outcome: 'ok', details })
    const { ipAddress } = visitor
    await tellOwner(
      tx,
      { kind: 'api_token_made', to: account.email, accountId, values: { ipAddress, name, scope }, isRead: true },
      now,
    )
    return token
  })
  return { secret, token: presentToken(row) }
}

const centsOrNull = (dollars: number | undefined) => (dollars === undefined ? null : centsFromDollars(dollars))

type Wanted = Body<typeof api.makeApiToken> & { days: number }

function faultsOf({ name, scope, days, ask_above, ...caps }: Wanted): FieldFault[] {
  const { nameRequired, nameTooLong, daysInvalid, bidCapOverDayCap } = messages.apiToken
  const faults = (['max_bid', 'day_cap'] as const).flatMap((path): FieldFault[] => {
    const message = capFault(caps[path], scope === 'bid')
    return message === null ? [] : [{ path, message }]
  })
  if (name === '') faults.unshift({ path: 'name', message: nameRequired })
  if (name.length > API_TOKEN.maxNameLength) faults.unshift({ path: 'name', message: nameTooLong })
  if (!Number.isInteger(days) || days < 1 || days > API_TOKEN.maxDays)
    faults.push({ path: 'days', message: daysInvalid })
  if (faults.length === 0 && (caps.max_bid ?? 0) > (caps.day_cap ?? 0)) {
    faults.push({ path: 'max_bid', message: bidCapOverDayCap })
  }
  const askFault = ask_above === undefined ? null : faultOfAsking(ask_above, caps.max_bid)
  if (askFault !== null) faults.push({ path: 'ask_above', message: askFault })
  return faults
}

function capFault(dollars: number | undefined, bids: boolean): string | null {
  const { capRequired, capWithoutBid, capInvalid } = messages.apiToken
  if (!bids) return dollars === undefined ? null : capWithoutBid
  if (dollars === undefined) return capRequired
  return amountFault(dollars) === null ? null : capInvalid
}

function faultOfAsking(dollars: number, bidCap: number | undefined): string | null {
  const { capWithoutBid, askInvalid, askOverBidCap } = messages.apiToken
  if (bidCap === undefined) return capWithoutBid
  if (dollars !== 0 && amountFault(dollars) !== null) return askInvalid
  return dollars < bidCap ? null : askOverBidCap
}

/** What a day may cost is bound by the limits of the week and the month too. */
function requireWithinLimit(account: AccountRow, dayCap: number | undefined) {
  const { day_limit_cents, week_limit_cents, month_limit_cents } = account
  const limit = Math.min(day_limit_cents ?? Infinity, week_limit_cents ?? Infinity, month_limit_cents ?? Infinity)
  if (dayCap === undefined || (centsFromDollars(dayCap) ?? Infinity) <= limit) return
  throw fieldError('day_cap', messages.apiToken.dayCapOverLimit(formatCents(limit)))
}

async function requireRoom(tx: Tx, accountId: number, name: string) {
  const others = await tx.selectFrom('api_tokens').select('name').where('account_id', '=', accountId).execute()
  if (others.some((other) => other.name === name)) throw fieldError('name', messages.apiToken.nameTaken)
  if (others.length >= API_TOKEN.maxTokens) throw new AppError('rule_broken', messages.apiToken.tooMany)
}
