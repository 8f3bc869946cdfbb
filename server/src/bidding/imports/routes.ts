import { api } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { route, type Route } from '../../http/route.ts'
import { cancelImport } from './cancel-import.ts'
import { importAuctions } from './import-auctions.ts'
import { listImports, readImport } from './list-imports.ts'

export const importRoutes = (ctx: Ctx): Route[] => [
  route(api.importAuctions, async ({ caller, body }) => ({
    data: { import: await importAuctions(ctx, caller, body) },
  })),
  route(api.listImports, async ({ caller }) => ({ data: { imports: await listImports(ctx.db, caller.accountId) } })),
  route(api.readImport, async ({ caller, params }) => ({ data: await readImport(ctx, caller.accountId, params.id) })),
  route(api.cancelImport, async ({ caller, params }) => ({
    data: { import: await cancelImport(ctx, caller, params.id) },
  })),
]
