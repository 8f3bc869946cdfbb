import { api } from '@bidwell/contract'
import { aToken } from '../../test/a-token.ts'
import { ENDED } from '../../test/answer-session.ts'
import { LOST, UNREADABLE } from '../../test/answers.ts'
import { card, expect, type OfTest, pass, press, says, screen, test, waitFor } from '../../test/page-test.tsx'

const now = () => Math.floor(Date.now() / 1_000)
const storeToken = (token: string) => localStorage.setItem('auth_token', token)
const storedToken = () => localStorage.getItem('auth_token')
/** What the browser keeps of the user's auctions. */
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('kept:'))
const expiredDialog = () => screen.findByRole('dialog', { name: 'Please log in again to continue' })
const lead = () => screen.findByLabelText('Seconds before the close')
const signInGate = () => screen.findByRole('heading', { name: /^Sign in to see/ })

async function typeLead(user: OfTest['user']): Promise<HTMLElement> {
  const field = await lead()
  await user.clear(field)
  await user.type(field, '42')
  const save = field.closest('form')?.querySelector<HTMLElement>('[type=submit]')
  if (!save) throw new Error('The form has no button that saves')
  return save
}

test('Logging out while the server is away clears the browser at once, and ends the session on the second try', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  signIn()
  await open('/settings')
  await says('Signed in as')
  answers.once(api.logout, () => LOST)
  await press(user, 'Sign out')
  await says('Failed to log out. Please try again.')
  expect(storedToken()).toBeNull()
  await press(user, 'Try again')
  await says('You have been logged out')
  expect(answers.calls(api.logout)).toHaveLength(2)
})

test('A session that ended while its page was closed leaves no auctions in the browser', async ({
  answers,
  open,
  signIn,
  tracking,
}) => {
  tracking.track({ title: 'Copper kettle' })
  signIn()
  await open('/dashboard')
  await card('Copper kettle')
  await waitFor(() => expect(kept()).not.toEqual([]))

  // The token of the ended session has not expired yet: the page asks to sign in again.
  answers.to(api.listAuctions, () => ENDED).to(api.refreshToken, () => ENDED)
  await open('/dashboard')
  await expiredDialog()
  await waitFor(() => expect(kept()).toEqual([]))

  localStorage.setItem('kept:1:/auctions', '{}')
  signIn({ exp: now() - 1 })
  await open('/dashboard')
  await signInGate()
  expect(kept()).toEqual([])

  // The home page has no sign-in checked: it drops a token whose session is over by itself.
  const exchanges = answers.calls(api.refreshToken).length
  signIn({ exp: now() - 1, session_exp: now() - 1 })
  await open('/')
  await screen.findAllByRole('button', { name: 'Sign in' })
  expect(storedToken()).toBeNull()
  expect(answers.calls(api.refreshToken)).toHaveLength(exchanges)
})

test('A page that another tab tells that its session has ended keeps what was typed', async ({
  open,
  signIn,
  user,
}) => {
  const sid = crypto.randomUUID()
  signIn({ sid })
  await open('/settings?tab=bidding')
  await typeLead(user)
  localStorage.removeItem('auth_token')
  localStorage.setItem('session_ended', sid)
  window.dispatchEvent(new StorageEvent('storage', { key: 'session_ended' }))
  await expiredDialog()
  expect(screen.getByLabelText('Seconds before the close')).toHaveProperty('value', '42')
})

test('A page whose token is gone, or cannot be exchanged, says so where the user has saved, and sends nothing', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  signIn()
  await open('/settings?tab=bidding')
  const save = await typeLead(user)
  answers.to(api.refreshToken, () => UNREADABLE)
  storeToken(aToken({ exp: now() - 1 }))
  await user.click(save)
  await screen.findByText('Failed to refresh token')

  answers.to(api.refreshToken, () => ({ data: {}, token: aToken() }))
  const exchange = answers.hold(api.refreshToken)
  const asked = answers.calls(api.refreshToken).length
  await user.click(save)
  await waitFor(() => expect(answers.calls(api.refreshToken).length).toBeGreaterThan(asked))
  localStorage.removeItem('auth_token')
  exchange.release()
  await screen.findByText('No token available for refresh')

  await user.click(save)
  await screen.findByText('No token available')
  await expiredDialog()
  expect(answers.calls(api.changeProfile)).toEqual([])
})

test('A page that stays open offers to extend its session before it ends, and says how that went', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const session_exp = now() + 300
  signIn({ session_exp })
  await open('/settings')
  await says(/^You will be signed out at \d/)
  answers.to(api.refreshToken, () => LOST)
  await press(user, 'Stay signed in')
  await says('Unable to extend session. Please try logging in again')
  answers.to(api.refreshToken, () => ({ text: '{"success":true,"data":{}}', status: 200 }))
  await press(user, 'Stay signed in')
  await says('Session extension failed: No new token received')

  answers.to(api.refreshToken, () => ({ data: {}, token: aToken() }))
  await press(user, 'Stay signed in')
  await says('Session extended successfully')
  await waitFor(() => expect(screen.queryByText(/You will be signed out/)).toBeNull())
  expect(answers.calls(api.refreshToken).at(-1)?.body.extend).toBe(true)
})

test('A session that cannot be extended any more asks to log in again', async ({ answers, open, signIn, user }) => {
  signIn({ session_exp: now() + 300 })
  await open('/settings')
  answers.to(api.refreshToken, () => ENDED)
  await press(user, 'Stay signed in')
  await says('Your login has expired. Please log in again')
  await expiredDialog()
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ann@example.com')

  signIn({ session_exp: now() + 300 })
  await open('/settings')
  const stay = await screen.findByRole('button', { name: 'Stay signed in' })
  localStorage.removeItem('auth_token')
  await user.click(stay)
  await screen.findByText('Please log in again to continue')
  await signInGate()
})

test('A page keeps a single event stream open', async ({ answers, open, signIn }) => {
  const streams = () => answers.withToken.filter((path) => path === '/api/events').length
  signIn()
  await open('/dashboard')
  await waitFor(() => expect(streams()).toBe(1))
  // Long enough for many reconnects, and shorter than the silence after which the page gives a stream up.
  await pass(15_000)
  expect(streams()).toBe(1)
})

test('Public pages ask nothing of a session, and show that it has ended once their reader asks for something of it', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  signIn()
  answers.to(api.listNotifications, () => ENDED)
  for (const path of ['/', '/about', '/help']) {
    await open(path)
    await screen.findByRole('button', { name: /^Account of/ })
    await pass(5_000)
  }
  expect(answers.withToken).toEqual([])
  await user.click(screen.getAllByRole('link', { name: 'Alerts' })[0] as HTMLElement)
  await expiredDialog()
})
