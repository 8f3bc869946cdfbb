import { login, readProfile, requestReset, resetPassword, verifyEmail, verifyWithPassword } from '@bidwell/contract'
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

  /** Clicks a link in a browser that is signed in with a token, or in none. */
  const verify = (token: string, session?: string) =>
    api().call(verifyEmail, { query: { token }, ...(session !== undefined && { token: session }) })

  return {
    tokenFor,
    resetTokenFor,
    verify,
    verifyWith: (token: string, password = NEW_PASSWORD) =>
      api().call(verifyWithPassword, { body: { token, password, confirmPassword: password } }),
    reset: (token: string, password = NEW_PASSWORD) =>
      api().call(resetPassword, { body: { token, password, confirmPassword: password } }),
    aVerifiedPerson: async (): Promise<Person> => {
      const person = await api().signUp()
      await verify(await tokenFor(person.email, 'verify-email'), person.token)
      return person
    },
    canSignIn: async (email: string, password: string) =>
      (await api().call(login, { body: { email, password } })).status === 200,
    isSignedIn: async (token: string) => (await api().call(readProfile, { token })).status === 200,
  }
}
