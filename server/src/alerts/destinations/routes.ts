import { api, type Data } from '@bidwell/contract'
import { done, type Route, route } from '../../http/route.ts'
import { readEntitlement } from '../../plans/read-entitlement.ts'
import type { AlertCtx } from '../alert-ctx.ts'
import { addPhone } from '../sms/add-phone.ts'
import { verifyPhone } from '../sms/verify-phone.ts'
import { addWebhook } from '../webhooks/add-webhook.ts'
import { presentDestination } from './present-destination.ts'
import { removeDestination } from './remove-destination.ts'

/** The routes of the places to which alerts go. */
export function destinationRoutes(ctx: AlertCtx): Route[] {
  return [
    route(api.listDestinations, async ({ caller }) => ({
      data: await listDestinations(ctx, caller.accountId),
    })),
    route(api.removeDestination, ({ caller, params, ...visitor }) =>
      done(removeDestination(ctx, caller, params.id, visitor)),
    ),
    route(api.addWebhook, async ({ caller, body, ...visitor }) => {
      const { row, secret } = await addWebhook(ctx, caller, body, visitor)
      return { data: { destination: presentDestination(row), secret } }
    }),
    route(api.addPhone, async ({ caller, body, ...visitor }) => ({
      data: { destination: presentDestination(await addPhone(ctx, caller, body.phone_number, visitor)) },
    })),
    route(api.verifyPhone, async ({ caller, params, body }) => ({
      data: { destination: presentDestination(await verifyPhone(ctx, caller, params.id, body.code)) },
    })),
  ]
}

/** Where the account's alerts go, the oldest first, and whether a phone number can be among them. */
async function listDestinations(ctx: AlertCtx, accountId: number): Promise<Data<typeof api.listDestinations>> {
  const { db, sendsSms } = ctx
  const [rows, entitlement] = await Promise.all([
    db.selectFrom('destinations').selectAll().where('account_id', '=', accountId).orderBy('id').execute(),
    readEntitlement(ctx, accountId),
  ])
  return {
    destinations: rows.map(presentDestination),
    text_messages: sendsSms ? (entitlement.sms ? 'available' : 'not_in_plan') : 'unavailable',
  }
}
