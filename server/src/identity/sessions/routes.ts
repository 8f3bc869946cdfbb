import { api, messages } from '@bidwell/contract'
import { type Route, route } from '../../http/route.ts'
import { endSession, endSessions, logOut } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { type RefreshDeps, refreshToken } from './refresh-token.ts'

export function sessionRoutes(deps: RefreshDeps): Route[] {
  return [
    route(api.refreshToken, async ({ body, ...visitor }) => ({
      ...(await refreshToken(deps, body, visitor)),
      data: {},
    })),
    route(api.logout, async ({ caller, ...visitor }) => {
      await logOut(deps, caller, visitor)
      return { message: messages.account.loggedOut, data: {} }
    }),
    route(api.listSessions, async ({ caller }) => ({ data: { sessions: await listSessions(deps, caller) } })),
    route(api.endSession, async ({ caller, params, ...visitor }) => {
      await endSession(deps, caller, params.id, visitor)
      return { data: {} }
    }),
    route(api.endSessions, async ({ caller, body, ...visitor }) => ({
      data: { ended: await endSessions(deps, caller, { exceptThis: body.except_this, visitor }) },
    })),
  ]
}
