import * as z from 'zod'

import type { ClockSample } from '../marketplace.ts'
import { SiteError } from '../site-error.ts'
import { nearestInstant, parseDashboardTime } from './pacific-time.ts'
import { readEnvelope } from './read-answer.ts'
import type { Api } from './site.ts'

/** The site's clock from the call made for it, which needs no item and tells whole seconds. */
export async function sampleClock({ ask }: Api, signal?: AbortSignal): Promise<ClockSample> {
  const answer = await ask({ method: 'POST', path: 'Dashboard/GetCurrentTime', signal })
  const time = parseDashboardTime(readEnvelope(answer, z.string()))
  if (!time) throw new SiteError('unexpected_shape', "The site's answer has no usable data", { field: 'data' })
  const { sentAt, receivedAt, date } = answer
  return { siteTime: nearestInstant(time, date), sentAt, receivedAt, resolutionMs: 1_000 }
}
