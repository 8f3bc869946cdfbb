import { api } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { type Route, route } from '../../http/route.ts'
import { sendMessage } from './send-message.ts'

export const contactRoutes = (ctx: Ctx, operatorEmail: string | null): Route[] => [
  route(api.sendMessage, async ({ body, caller, ipAddress }) => {
    await sendMessage(ctx, operatorEmail, body, { ipAddress, accountId: caller?.accountId ?? null })
    return { data: {} }
  }),
]
