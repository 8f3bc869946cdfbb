import * as z from 'zod'
import type { SiteSession } from '../../marketplace.ts'
import { parseEnvelope } from '../http/parse-response.ts'
import type { SendRequest } from '../site.ts'

/** Requests the saved searches: the site's cheapest call that requires a login. */
export async function checkSession(send: SendRequest, { token }: SiteSession, signal?: AbortSignal): Promise<void> {
  parseEnvelope(await send({ method: 'POST', path: 'SaveSearches/GetSaveSearches', token, signal }), z.unknown())
}
