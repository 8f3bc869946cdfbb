import { api, messages } from '@bidwell/contract'
import { doneWith, done, type Route, route } from '../../http/route.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { endSession, endSessions, logOut } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { refreshToken } from './refresh-token.ts'

export function sessionRoutes(ctx: IdentityCtx): Route[] {
  return [
    route(api.refreshToken, async ({ body, ...visitor }) => ({
      ...(await refreshToken(ctx, body, visitor)),
      data: {},
    })),
    route(api.logout, ({ caller, ...visitor }) => doneWith(messages.account.loggedOut, logOut(ctx, caller, visitor))),
    route(api.listSessions, async ({ caller }) => ({ data: { sessions: await listSessions(ctx, caller) } })),
    route(api.endSession, ({ caller, params, ...visitor }) => done(endSession(ctx, caller, params.id, visitor))),
    route(api.endSessions, async ({ caller, body, ...visitor }) => ({
      data: { ended: await endSessions(ctx, caller, { exceptThis: body.except_this, visitor }) },
    })),
  ]
}
