import type { SiteSession } from '../marketplace.ts'
import { refuseBadStatus } from './read-answer.ts'
import type { Api } from './site.ts'

/** Ends the session at the site. A token that the site no longer takes has ended already. */
export async function logOut({ ask }: Api, { token }: SiteSession, signal?: AbortSignal): Promise<void> {
  const answer = await ask({ method: 'POST', path: 'SignIn/RevokeToken', body: {}, token, signal })
  if (answer.status !== 401) refuseBadStatus(answer)
}
