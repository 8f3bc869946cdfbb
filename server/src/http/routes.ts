import { readClock, readHealth } from '@bidwell/contract'
import { sql } from 'kysely'
import { type Route, route } from './route.ts'
import { siteTime, type SiteTimeDeps } from './site-time.ts'

/** What an installation tells about itself: the site's time, and that it can serve, which takes a database. */
export function systemRoutes(deps: SiteTimeDeps): Route[] {
  return [
    route(readClock, async () => ({ data: await siteTime(deps) })),
    route(readHealth, async () => {
      await sql`select 1`.execute(deps.db)
      return { data: { status: 'ok' as const } }
    }),
  ]
}
