import * as z from 'zod'

import type { SiteSession } from '../marketplace.ts'
import { readEnvelope } from './read-answer.ts'
import type { Api } from './site.ts'

/** Asks for the saved searches, as the site's cheapest call that needs a login. */
export async function checkSession({ ask }: Api, { token }: SiteSession, signal?: AbortSignal): Promise<void> {
  readEnvelope(await ask({ method: 'POST', path: 'SaveSearches/GetSaveSearches', token, signal }), z.unknown())
}
