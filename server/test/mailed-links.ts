import { api } from '@bidwell/contract'
import type { Person, TestApi } from './api.ts'
import { readMails } from './read-mails.ts'

export const NEW_PASSWORD = 'a quite different horse'

/** Uses the links that an API has mailed, and asks who can sign in afterwards. */
export function mailedLinks(server: () => Pick<TestApi, 'db' | 'call' | 'signUp'>) {
  /** The token in the newest mail of a kind. */
  async function tokenFor(to: string, kind: string): Promise<string> {
    const token = (await readMails(server().db, to)).findLast((mail) => mail.kind === kind)?.token
    if (!token) throw new Error(`No mail ${kind} was written to ${to}`)
    return token
  }

  async function resetTokenFor({ email }: Pick<Person, 'email'>): Promise<string> {
    await server().call(api.requestReset, { body: { email } })
    return tokenFor(email, 'reset-password')
  }

  /** Clicks a link in a browser that is signed in with a token, or in none. */
  const verify = (token: string, session?: string) =>
    server().call(api.verifyEmail, { query: { token }, ...(session !== undefined && { token: session }) })

  return {
    tokenFor,
    resetTokenFor,
    verify,
    verifyWith: (token: string, password = NEW_PASSWORD) =>
      server().call(api.verifyWithPassword, { body: { token, password, confirmPassword: password } }),
    reset: (token: string, password = NEW_PASSWORD) =>
      server().call(api.resetPassword, { body: { token, password, confirmPassword: password } }),
    aVerifiedPerson: async (): Promise<Person> => {
      const person = await server().signUp()
      await verify(await tokenFor(person.email, 'verify-email'), person.token)
      return person
    },
    canSignIn: async (email: string, password: string) =>
      (await server().call(api.signIn, { body: { email, password } })).status === 200,
    isSignedIn: async (token: string) => (await server().call(api.readProfile, { token })).status === 200,
  }
}
