import { api } from '@bidwell/contract'
import { type Route, route } from '../http/route.ts'
import type { FactsDeps } from '../watching/read-facts.ts'
import { readOverview } from './read-overview.ts'

export const adminInstallationRoutes = (deps: FactsDeps): Route[] => [
  route(api.readOverview, async () => ({ data: await readOverview(deps) })),
]
