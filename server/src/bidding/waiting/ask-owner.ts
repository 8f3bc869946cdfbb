import { BID_REQUEST, dollarsFromCents, formatCents, messages } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import type { AnyCaller, TokenCaller } from '../../http/route.ts'
import { lockCaller } from '../../identity/sessions/lock-caller.ts'
import { notify } from '../../notifying/notifications/notify.ts'
import type { Tx } from '../../platform/database/tables.ts'
import { AppError } from '../../platform/errors.ts'

/** The bid that a program wants, and that needs its owner's tap. */
export type WantedBid = { trackedAuctionId: number; maxBidCents: number; secondsBeforeEnd: number }

/** Thrown in the transaction of a bid, which it ends. `orAskOwner` turns it into a request. */
export class NeedsOwner extends AppError {
  readonly wanted: WantedBid

  constructor(wanted: WantedBid, askAboveCents: number) {
    super('owner_asked', messages.apiToken.ownerAsked(formatCents(askAboveCents), formatCents(wanted.maxBidCents)))
    this.wanted = wanted
  }
}

/**
 * Schedules or changes a bid. When that needs the owner's tap, asks for it and throws `owner_asked`, with the request: to a program
 * that knows nothing of requests, the bid is refused. Asking for the same again changes nothing. Throws `conflict` when the owner has
 * refused this token a bid on the auction, when the token has asked too often there, or when too many bids wait.
 */
export async function orAskOwner<T>({ db, clock }: Ctx, caller: AnyCaller, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof NeedsOwner) || !('token' in caller)) throw error
    const { wanted, code, message } = error
    const id = await db.transaction().execute((tx) => ask(tx, caller, wanted, clock.now()))
    const { maxBidCents, secondsBeforeEnd: seconds_before_end } = wanted
    const request = { id, max_bid: dollarsFromCents(maxBidCents), seconds_before_end, page: '/dashboard' }
    throw new AppError(code, message, { request })
  }
}

async function ask(tx: Tx, caller: TokenCaller, wanted: WantedBid, now: number): Promise<number> {
  const { accountId, token } = caller
  const { trackedAuctionId, maxBidCents, secondsBeforeEnd } = wanted
  await lockCaller(tx, { accountId, token })
  const requests = await tx
    .selectFrom('bid_requests')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('state', '=', 'open'), eb('tracked_auction_id', '=', trackedAuctionId)]))
    .execute()
  const own = requests.filter((one) => one.api_token_id === token.id && one.tracked_auction_id === trackedAuctionId)
  const waiting = requests.filter(({ state }) => state === 'open')
  const { ownerRefused, askedTooOften, tooManyRequests } = messages.apiToken
  if (own.some(({ state }) => state === 'refused')) throw new AppError('conflict', ownerRefused)
  const open = own.find(({ state }) => state === 'open')
  if (open?.max_bid_cents === maxBidCents && open.seconds_before_end === secondsBeforeEnd) return open.id
  // Each request is an alert of its own, with its amount: a program does not ring without end.
  if (own.length >= BID_REQUEST.maxPerAuction) throw new AppError('conflict', askedTooOften)
  if (!open && waiting.length >= BID_REQUEST.maxOpen) throw new AppError('conflict', tooManyRequests)

  await caller.inTransaction?.(tx, 'asked')
  const at = new Date(now)
  if (open) {
    // Its own program replaces it, which is no event of the owner's security log.
    const ended = { state: 'ended' as const, answered_at: at }
    await tx.updateTable('bid_requests').set(ended).where('id', '=', open.id).execute()
  }
  const { id } = await tx
    .insertInto('bid_requests')
    .values({
      account_id: accountId,
      api_token_id: token.id,
      tracked_auction_id: trackedAuctionId,
      max_bid_cents: maxBidCents,
      seconds_before_end: secondsBeforeEnd,
      asked_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const values = { request: id, token: token.name, maxBidCents }
  await notify(tx, [{ accountId, kind: 'bid_requested', key: `bid request ${id}`, trackedAuctionId, values }])
  return id
}
