import { api, messages } from '@bidwell/contract'
import { type Route, route } from '../http/route.ts'
import { listPracticeAuction } from '../marketplace/list-practice-auction.ts'
import { AppError } from '../platform/errors.ts'
import { dropToken } from './drop-token.ts'
import { readStatus } from './read-status.ts'
import { removeCredentials } from './remove-credentials.ts'
import { requestRenewal } from './request-renewal.ts'
import type { ConnectionCtx } from './site-login-ctx.ts'
import { storeCredentials } from './store-credentials.ts'

type Site = { name: string; homeUrl: string; practice: boolean }

export function connectionRoutes(ctx: ConnectionCtx, site: Site): Route[] {
  const status = (accountId: number) => readStatus(ctx, accountId)

  return [
    route(api.storeCredentials, async (call) => {
      const { caller, body, signal } = call
      const not_stopped = await storeCredentials(ctx, caller.accountId, body, signal, call)
      const data = { ...(await status(caller.accountId)), not_stopped }
      return { message: messages.connection.connected(site.name), data }
    }),
    route(api.removeCredentials, async (call) => {
      const { caller } = call
      const not_stopped = await removeCredentials(ctx, caller.accountId, call)
      const data = { ...(await status(caller.accountId)), not_stopped }
      return { message: messages.connection.removed(site.name), data }
    }),
    route(api.readCredentialsStatus, async ({ caller }) => ({ data: await status(caller.accountId) })),
    route(api.readTokenStatus, async ({ caller }) => ({ data: await status(caller.accountId) })),
    route(api.dropToken, async ({ caller }) => {
      await dropToken(ctx, caller.accountId)
      return { data: await status(caller.accountId) }
    }),
    route(api.renewToken, async ({ caller, signal }) => {
      await requestRenewal(ctx, caller.accountId, signal)
      return { data: await status(caller.accountId) }
    }),
    route(api.readSite, async () => ({
      data: {
        provider: 'shopgoodwill' as const,
        name: site.name,
        home_url: site.homeUrl,
        practice: site.practice,
        shows_plans: ctx.plans !== null,
        sends_sms: ctx.sendsSms,
        has_searches: ctx.hasSearches,
      },
    })),
    route(api.listPracticeAuction, async () => {
      if (!site.practice) throw new AppError('not_found', messages.connection.noPractice(site.name))
      const url = await listPracticeAuction(site.homeUrl).catch((cause: unknown) => {
        throw new AppError('site_unavailable', messages.connection.noAuctionListed(site.name), { cause })
      })
      return { data: { url } }
    }),
  ]
}
