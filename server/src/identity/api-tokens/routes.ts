import { api, messages } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { doneWith, type Route, route } from '../../http/route.ts'
import { listTokens } from './list-tokens.ts'
import { makeToken } from './make-token.ts'
import { revokeToken } from './revoke-token.ts'

export function apiTokenRoutes(ctx: Ctx): Route[] {
  return [
    route(api.listApiTokens, async ({ caller }) => ({ data: { tokens: await listTokens(ctx, caller.accountId) } })),
    route(api.makeApiToken, async ({ caller, body, ...visitor }) => ({
      data: await makeToken(ctx, caller, body, visitor),
    })),
    route(api.revokeApiToken, ({ caller, params, ...visitor }) =>
      doneWith(messages.apiToken.revoked, revokeToken(ctx, caller, params.id, visitor)),
    ),
  ]
}
