import { api, messages, type NewSession } from '@bidwell/contract'
import { withReason } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'

type SignInInput = { email: string; password: string; remember: boolean }

/** Logs in. Throws `ApiError`. */
export async function signIn({ email, password, remember }: SignInInput): Promise<NewSession> {
  return withReason(call(api.signIn, { body: { email, password, remember_me: remember } }), messages.signIn.failed)
}
