import { api } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { done, type Route, route } from '../../http/route.ts'
import { sendMessage } from './send-message.ts'

export const contactRoutes = (ctx: Ctx, operatorEmail: string | null): Route[] => [
  route(api.sendMessage, ({ body, caller, ipAddress }) =>
    done(sendMessage(ctx, operatorEmail, body, { ipAddress, accountId: caller?.accountId ?? null })),
  ),
]
