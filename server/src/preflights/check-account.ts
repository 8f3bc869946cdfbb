import { openSiteSession } from '../connections/open-site-session.ts'
import type { OpenAuction } from '../marketplace/marketplace.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { AppError } from '../platform/errors.ts'
import type { CheckedAccount } from './decide-preflight.ts'
import type { PreflightDeps } from './run-preflights.ts'
import { takeReadSoon } from './take-read.ts'

export type AccountAtSite = Pick<CheckedAccount, 'unpaidItems' | 'refused'> & { open: OpenAuction[] | null }

/** What the site tells of an account beside its login; what it does not tell is null. Throws `unauthorized`. */
export async function checkAccount(deps: PreflightDeps, accountId: number): Promise<AccountAtSite> {
  const { marketplace, clock } = deps
  const refused = await lastRefusal(deps, accountId)
  const session = await told(openSiteSession(deps, accountId, { purpose: 'read', validUntil: clock.now() }))
  if (!session) return { open: null, unpaidItems: null, refused }
  return {
    open: await ask(deps, () => marketplace.openAuctions(session)),
    unpaidItems: await ask(deps, () => marketplace.countUnpaid(session)),
    refused,
  }
}

async function ask<T>(deps: PreflightDeps, question: () => Promise<T>): Promise<T | null> {
  if ((await takeReadSoon(deps)) !== 'granted') return null
  return told(
    question().catch(async (error: unknown) => {
      if (error instanceof SiteError) await deps.reads.report(error, false)
      throw error
    }),
  )
}

/** Null instead of what the site or a rule of ours refuses, save a login that is no longer taken. */
async function told<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof SiteError && error.kind === 'unauthorized') throw error
    if (error instanceof SiteError || error instanceof AppError) return null
    throw error
  }
}

/** The site's words, if the last of the account's bids to reach it was refused for a limit. */
async function lastRefusal({ db }: PreflightDeps, accountId: number): Promise<CheckedAccount['refused']> {
  const last = await db
    .selectFrom('bids')
    .select(['outcome', 'error_detail'])
    .where('account_id', '=', accountId)
    .where((bid) => bid.or([bid('executed_at', 'is not', null), bid('outcome', '=', 'account_limit')]))
    .orderBy((bid) => bid.fn.coalesce('executed_at', 'settled_at'), 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.outcome === 'account_limit' ? { siteMessage: last.error_detail } : null
}
