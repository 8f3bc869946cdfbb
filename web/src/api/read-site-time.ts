import { readClock, type SiteTime } from '@bidwell/contract'
import { call } from './call.ts'

/** The auction site's time as the server knows it; null when the server does not answer. */
export const readSiteTime = async (): Promise<SiteTime | null> =>
  (await call(readClock).catch(() => null))?.data ?? null
