import { api } from '@bidwell/contract'
import { route, type Route } from '../../http/route.ts'
import { cancelImport } from './cancel-import.ts'
import { importAuctions, type ImportDeps } from './import-auctions.ts'
import { listImports, readImport } from './list-imports.ts'

export const importRoutes = (deps: ImportDeps): Route[] => [
  route(api.importAuctions, async ({ caller, body }) => ({
    data: { import: await importAuctions(deps, caller, body) },
  })),
  route(api.listImports, async ({ caller }) => ({ data: { imports: await listImports(deps.db, caller.accountId) } })),
  route(api.readImport, async ({ caller, params }) => ({ data: await readImport(deps, caller.accountId, params.id) })),
  route(api.cancelImport, async ({ caller, params }) => ({
    data: { import: await cancelImport(deps, caller, params.id) },
  })),
]
