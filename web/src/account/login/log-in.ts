import { login, normalizeEmail } from '@bidwell/contract'
import { call } from '../../api/call.ts'
import { sanitizePassword } from '../password/sanitize-password.ts'

type LoginInput = { email: string; password: string; remember: boolean }

/** Logs in and returns the token of the new session. Throws `ApiError`. */
export async function logIn({ email, password, remember }: LoginInput): Promise<string> {
  const body = { email: normalizeEmail(email), password: sanitizePassword(password), remember_me: remember }
  return (await call(login, { body })).token
}
