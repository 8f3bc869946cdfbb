import { api, messages, type NewSession } from '@bidwell/contract'
import { withReason } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'

type LoginInput = { email: string; password: string; remember: boolean }

/** Logs in. Throws `ApiError`. */
export async function logIn({ email, password, remember }: LoginInput): Promise<NewSession> {
  return withReason(call(api.login, { body: { email, password, remember_me: remember } }), messages.login.failed)
}
