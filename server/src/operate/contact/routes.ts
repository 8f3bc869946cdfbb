import { api } from '@bidwell/contract'
import { type Route, route } from '../../http/route.ts'
import { type ContactDeps, sendMessage } from './send-message.ts'

export const contactRoutes = (deps: ContactDeps): Route[] => [
  route(api.sendMessage, async ({ body, caller, ipAddress }) => {
    await sendMessage(deps, body, { ipAddress, accountId: caller?.accountId ?? null })
    return { data: {} }
  }),
]
