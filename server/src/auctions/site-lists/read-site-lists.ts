import { sql } from 'kysely'
import { openSiteSession } from '../../connections/open-site-session.ts'
import type { SiteLoginCtx } from '../../connections/site-login-ctx.ts'
import type { Favorite, OpenAuction, SiteSession } from '../../marketplace/marketplace.ts'
import { acquireRead } from '../../marketplace/rate-limiting/acquire-read.ts'
import { SiteError } from '../../marketplace/site-error.ts'
import { AppError } from '../../platform/errors.ts'

/** An open auction that its owner watches or bids on at the site. */
export type WatchedAuction = Favorite

type Due = { accountId: number; dueAt: Date }
type Outcome = { auctions: WatchedAuction[] } | { failure: 'login' | 'site' } | 'no_budget'

/** So long no other process reads for an account, unless this one ends earlier. */
const CLAIM_MS = 2 * 60_000
/** When the site's budget has no read left, the lists are tried again so soon. */
const RETRY_MS = 30_000
const BATCH_SIZE = 200

/** Reads what accounts watch at the site, for those that have asked for it. */
export async function readSiteLists(ctx: SiteLoginCtx, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < BATCH_SIZE && !signal.aborted; count += 1) {
    const due = await claim(ctx)
    if (due === null) return
    const outcome = await readLists(ctx, due.accountId)
    await keep(ctx, due, outcome)
    if (outcome === 'no_budget') return
  }
}

/** An account that has asked; null: none. No other process takes it for a while. */
async function claim({ db, clock, marketplace }: SiteLoginCtx): Promise<Due | null> {
  const now = clock.now()
  const { rows } = await sql<Due>`
    update site_lists set due_at = ${new Date(now + CLAIM_MS)}
     where marketplace = ${marketplace.id} and account_id = (
             select account_id from site_lists
              where marketplace = ${marketplace.id} and due_at <= ${new Date(now)}
              order by due_at limit 1 for update skip locked)
    returning account_id as "accountId", due_at as "dueAt"`.execute(db)
  return rows[0] ?? null
}

async function readLists(ctx: SiteLoginCtx, accountId: number): Promise<Outcome> {
  const { clock, marketplace, readBudget } = ctx
  const read = async (session: SiteSession): Promise<Outcome> => {
    for (const _list of ['favorites', 'open auctions']) {
      const grant = await acquireRead(ctx)
      if (grant !== 'granted') return grant === 'no_budget' ? 'no_budget' : { failure: 'site' }
    }
    const [favorites, open] = await Promise.all([marketplace.favorites(session), marketplace.openAuctions(session)])
    return { auctions: merge(favorites, open) }
  }
  const use = { purpose: 'read', validUntil: clock.now() } as const
  try {
    const session = await openSiteSession(ctx, accountId, use)
    try {
      return await read(session)
    } catch (error) {
      // Another sign-in at the site may have ended the stored session.
      if (!(error instanceof SiteError && error.kind === 'unauthorized')) throw error
      return await read(await openSiteSession(ctx, accountId, { ...use, refusedToken: session.token }))
    }
  } catch (error) {
    if (error instanceof AppError) return { failure: 'login' }
    if (!(error instanceof SiteError)) throw error
    await readBudget.report(error, { item: 'site lists', trial: false })
    return { failure: error.kind === 'login_refused' ? 'login' : 'site' }
  }
}

/** Each auction once: the favorites first, which have notes, and then what is bid on without being watched. */
function merge(favorites: readonly Favorite[], open: readonly OpenAuction[]): WatchedAuction[] {
  const maxima = new Map(open.map(({ auctionId, maximumCents }) => [auctionId, maximumCents]))
  const watched = favorites.map((favorite) => ({
    ...favorite,
    maximumCents: favorite.maximumCents ?? maxima.get(favorite.auctionId) ?? null,
  }))
  const seen = new Set(watched.map(({ auctionId }) => auctionId))
  const others = open.filter(({ auctionId }) => !seen.has(auctionId))
  return [...watched, ...others.map(({ auctionId, maximumCents }) => ({ auctionId, maximumCents, note: null }))]
}

/** A reading that failed keeps what an earlier one has read. The owner may have asked again in the meantime. */
async function keep(
  { db, clock, marketplace }: SiteLoginCtx,
  { accountId, dueAt }: Due,
  outcome: Outcome,
): Promise<void> {
  const now = new Date(clock.now())
  await db
    .updateTable('site_lists')
    .set(
      outcome === 'no_budget'
        ? { due_at: new Date(clock.now() + RETRY_MS) }
        : 'failure' in outcome
          ? { due_at: null, failure: outcome.failure }
          : { due_at: null, failure: null, read_at: now, auctions: JSON.stringify(outcome.auctions) },
    )
    .where('account_id', '=', accountId)
    .where('marketplace', '=', marketplace.id)
    .where('due_at', '=', dueAt)
    .execute()
}
