import { api, messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { type Route, route, type Webhook } from '../http/route.ts'
import { changeAlertPreferences, readAlertPreferences } from './change-preferences.ts'
import { followAlertLink, readAlertLink } from './follow-link.ts'
import { listDeliveries } from './list-deliveries.ts'
import { snoozeAuction } from './snooze-auction.ts'
import { testDestination } from './test-destination.ts'

const { linkDone, preferencesSaved } = messages.alerts

export function alertRoutes(ctx: Ctx): Route[] {
  const { db } = ctx
  return [
    route(api.readAlertPreferences, async ({ caller }) => ({
      data: await readAlertPreferences(db, caller.accountId),
    })),
    route(api.changeAlertPreferences, async ({ caller, body }) => ({
      message: preferencesSaved,
      data: await changeAlertPreferences(db, caller.accountId, body),
    })),
    route(api.snoozeAuction, async ({ caller, params, body: { until } }) => {
      await snoozeAuction(db, caller.accountId, { id: params.id, until: until === null ? null : new Date(until) })
      return { data: { until } }
    }),
    route(api.listDeliveries, async ({ caller, query }) => ({
      data: await listDeliveries(db, caller.accountId, query),
    })),
    route(api.testDestination, async ({ caller, params }) => ({
      data: { delivery_id: await testDestination(ctx, caller.accountId, params.id) },
    })),
    route(api.readAlertLink, async ({ query }) => ({ data: await readAlertLink(ctx, query.token) })),
    route(api.followAlertLink, async ({ body }) => {
      const link = await followAlertLink(ctx, body.token)
      return { message: linkDone(link), data: link }
    }),
  ]
}

/** The address of the page behind the link: a mail program posts to it when its user presses its own button (RFC 8058). */
export const alertWebhooks = (ctx: Ctx): Webhook[] => [
  {
    path: '/alert',
    receive: async (_body, _headers, query) => void (await followAlertLink(ctx, query.get('token') ?? '')),
  },
]
