import { login, messages } from '@bidwell/contract'
import { call } from '../../api/call.ts'
import { withReason } from '../../api/with-reason.ts'

type LoginInput = { email: string; password: string; remember: boolean }

/** Logs in and returns the token of the new session. Throws `ApiError`. */
export async function logIn({ email, password, remember }: LoginInput): Promise<string> {
  return (await withReason(call(login, { body: { email, password, remember_me: remember } }), messages.login.failed))
    .token
}
