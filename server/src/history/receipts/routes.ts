import { api } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { route, type Route } from '../../http/route.ts'
import { readReceipt } from './read-receipt.ts'

export function receiptRoutes(ctx: Ctx): Route[] {
  return [
    route(api.readReceipt, async ({ caller, params }) => ({
      data: await readReceipt(ctx, caller.accountId, params.id),
    })),
  ]
}
