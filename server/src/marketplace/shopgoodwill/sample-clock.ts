import * as z from 'zod'
import type { ClockSample } from '../marketplace.ts'
import { SiteError } from '../site-error.ts'
import { instantSince, parseDashboardTime } from './fields/parse-pacific-time.ts'
import { parseEnvelope } from './http/parse-response.ts'
import type { SendRequest } from './site.ts'

/** Samples the site's clock in whole seconds. The call needs neither an item nor a login. */
export async function sampleClock(send: SendRequest, signal?: AbortSignal): Promise<ClockSample> {
  const response = await send({ method: 'POST', path: 'Dashboard/GetCurrentTime', signal })
  const time = parseDashboardTime(parseEnvelope(response, z.string()))
  if (!time) throw new SiteError('unexpected_shape', "The site's answer has no usable data", { field: 'data' })
  const { sentAt, receivedAt, date } = response
  return { siteTime: instantSince(time, date), sentAt, receivedAt, resolutionMs: 1_000 }
}
