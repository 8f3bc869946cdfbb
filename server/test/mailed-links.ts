import { login, readProfile, requestReset, resetPassword, verifyEmail } from '@bidwell/contract'
import type { Person, TestApi } from './api.ts'
import { readMails } from './read-mails.ts'

export const NEW_PASSWORD = 'a quite different horse'

/** Uses the links that an API has mailed, and asks who can sign in afterwards. */
export function mailedLinks(api: () => Pick<TestApi, 'db' | 'call' | 'signUp'>) {
  /** The token in the newest mail of a kind. */
  async function tokenFor(to: string, kind: string): Promise<string> {
    const token = (await readMails(api().db, to)).findLast((mail) => mail.kind === kind)?.token
    if (!token) throw new Error(`No mail ${kind} was written to ${to}`)
    return token
  }

  async function resetTokenFor({ email }: Pick<Person, 'email'>): Promise<string> {
    await api().call(requestReset, { body: { email } })
    return tokenFor(email, 'reset-password')
  }

  const verify = (token: string) => api().call(verifyEmail, { query: { token } })

  return {
    tokenFor,
    resetTokenFor,
    verify,
    reset: (token: string, password = NEW_PASSWORD) =>
      api().call(resetPassword, { body: { token, password, confirmPassword: password } }),
    aVerifiedPerson: async (): Promise<Person> => {
      const person = await api().signUp()
      await verify(await tokenFor(person.email, 'verify-email'))
      return person
    },
    canSignIn: async (email: string, password: string) =>
      (await api().call(login, { body: { email, password } })).status === 200,
    isSignedIn: async (token: string) => (await api().call(readProfile, { token })).status === 200,
  }
}
