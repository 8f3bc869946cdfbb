import { api } from '@bidwell/contract'
import { route, type Route } from '../../http/route.ts'
import { readReceipt, type ReceiptDeps } from './read-receipt.ts'

export function receiptRoutes(deps: ReceiptDeps): Route[] {
  return [
    route(api.readReceipt, async ({ caller, params }) => ({
      data: await readReceipt(deps, caller.accountId, params.id),
    })),
  ]
}
