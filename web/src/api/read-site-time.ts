import { api, type SiteTime } from '@bidwell/contract'
import { call } from './call.ts'

/** The auction site's time, as measured by the server; null when the server does not respond. */
export const readSiteTime = async (): Promise<SiteTime | null> =>
  (await call(api.readClock).catch(() => null))?.data ?? null
