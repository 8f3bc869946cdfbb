import { api, messages } from '@bidwell/contract'
import { type Route, route } from '../../http/route.ts'
import { listTokens } from './list-tokens.ts'
import { makeToken, type TokenDeps } from './make-token.ts'
import { revokeToken } from './revoke-token.ts'

export function apiTokenRoutes(deps: TokenDeps): Route[] {
  return [
    route(api.listApiTokens, async ({ caller }) => ({ data: { tokens: await listTokens(deps, caller.accountId) } })),
    route(api.makeApiToken, async ({ caller, body, ...visitor }) => ({
      data: await makeToken(deps, caller, body, visitor),
    })),
    route(api.revokeApiToken, async ({ caller, params, ...visitor }) => {
      await revokeToken(deps, caller, params.id, visitor)
      return { message: messages.apiToken.revoked, data: {} }
    }),
  ]
}
