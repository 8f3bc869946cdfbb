import { api, messages } from '@bidwell/contract'
import { beforeEach, onTestFinished, vi } from 'vitest'
import { aToken } from '../../test/a-token.ts'
import { PROFILE } from '../../test/answer-account.ts'
import { LOST, type Refusal, UNREADABLE } from '../../test/answers.ts'
import { cardSays, openAuction, paste } from '../../test/dashboard.ts'
import {
  card,
  detail,
  expect,
  gone,
  type OfTest,
  pass,
  says,
  screen,
  test,
  waitFor,
  within,
} from '../../test/page-test.tsx'

const ENDED = { type: 'session_ended' } as const
const WRONG: Refusal = { status: 401, code: 'login_failed', message: 'Invalid email or password. Please try again.' }
const SCHEDULING = 'Your session ended before the bid was saved. Nothing was scheduled or changed.'
const VIEWING = 'Your session ended, so this page is no longer being updated.'
const WELCOME_BACK = 'Successfully logged back in! Welcome back. You are where you left off.'
const RESTORED = 'What you had typed is back in the form.'

const expiredDialog = () => screen.findByRole('dialog', { name: 'Please log in again to continue' })
const snapshot = () => JSON.parse(sessionStorage.getItem('session_recovery') ?? 'null')
const kept = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])
const maximum = (area: HTMLElement = document.body) => within(area).findByLabelText('Your max')

async function typeMaximum(user: OfTest['user'], title: string, max: string) {
  await user.click(within(await card(title)).getByRole('button', { name: /Schedule bid/ }))
  await within(await detail()).findByRole('heading', { name: title })
  await user.type(await maximum(await detail()), max)
}

/** Where the page has itself loaded next; null while it stays. */
let next: string | null = null
beforeEach(() => {
  next = null
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {
    next = location.pathname + location.search
  })
  const assign = vi.spyOn(location, 'assign').mockImplementation((path) => {
    next = String(path)
  })
  onTestFinished(() => {
    reload.mockRestore()
    assign.mockRestore()
  })
})

/** Sends the form of the dialog; the page that is loaded after a sign-in opens. */
async function signInAgain({ user, open }: Pick<OfTest, 'user' | 'open'>, password: string, email?: string) {
  const dialog = within(await expiredDialog())
  if (email !== undefined) {
    await user.clear(dialog.getByLabelText('Email'))
    await user.type(dialog.getByLabelText('Email'), email)
  }
  await user.clear(dialog.getByLabelText('Password'))
  if (password !== '') await user.type(dialog.getByLabelText('Password'), password)
  await user.click(dialog.getByRole('button', { name: 'Sign in' }))
  await pass(100)
  const path = next
  next = null
  if (path !== null) await open(path)
}

test("A maximum typed before the session ended is back in its auction's form, and in no other", async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const { auction } = tracking.track({ title: 'A lamp to bid on' })
  tracking.track({ title: 'A lamp left alone' })
  signIn()
  await open('/settings')
  await user.click((await screen.findAllByRole('link', { name: 'Auctions' }))[0]!)
  await typeMaximum(user, 'A lamp to bid on', '31.50')
  answers.emit(ENDED)
  const dialog = within(await expiredDialog())
  expect(dialog.getByText(SCHEDULING)).toBeDefined()
  expect(dialog.getByText('Being signed out changes nothing about your scheduled bids.')).toBeDefined()
  expect(dialog.getByLabelText('Email')).toHaveProperty('value', 'ann@example.com')
  expect(snapshot()).toMatchObject({
    userId: '1',
    userContext: { scrollPosition: expect.any(Number), previousPage: '/settings' },
    actionContext: {
      action: 'scheduling_snipe',
      auctionId: auction.auction_id,
      auctionTitle: 'A lamp to bid on',
      bidAmount: 31.5,
      formData: { forms: { [`bid#${auction.auction_id}`]: { max_bid: '31.50' } }, isValid: true },
    },
  })
  await signInAgain({ user, open }, '')
  expect(await dialog.findByText('Please enter both email and password.')).toBeDefined()
  answers.once(api.signIn, () => WRONG)
  await signInAgain({ user, open }, 'not it at all')
  expect(await dialog.findByText('The email or password you entered is incorrect. Please try again.')).toBeDefined()
  answers.once(api.signIn, () => UNREADABLE)
  await signInAgain({ user, open }, 'correct horse 9!')
  expect(await dialog.findByText('Login failed')).toBeDefined()
  await signInAgain({ user, open }, 'correct horse 9!')
  await says(`${WELCOME_BACK} ${RESTORED}`)
  expect(await maximum(await detail())).toHaveProperty('value', '31.50')
  expect(snapshot()).toBeNull()
  expect(answers.calls(api.signIn).at(-1)?.body).toMatchObject({ remember_me: false })
  await openAuction(user, 'A lamp left alone')
  expect(await maximum(await detail())).toHaveProperty('value', '')
})

test('A setting typed before the session ended is back in its field, and what is loaded meanwhile does not lose it', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  signIn()
  await open('/settings?tab=bidding')
  const lead = () => screen.findByLabelText('Seconds before the close')
  const type = async (field: HTMLElement, text: string) => {
    await user.clear(field)
    await user.type(field, text)
  }
  await type(await lead(), '42')
  await type(screen.getByLabelText('Daily limit'), '123.45')
  let isEnded = true
  answers
    .where(
      api.readProfile,
      () => isEnded,
      () => ({ status: 401, code: 'session_ended', message: messages.session.expired }),
    )
    .emit(ENDED)
  await expiredDialog()
  expect(snapshot()).toMatchObject({ url: '/settings?tab=bidding', actionContext: { action: 'updating_settings' } })
  await says('Your session ended. Settings that you changed but did not save are as they were before.')
  await open('/settings?tab=bidding')
  await expiredDialog()
  isEnded = false
  await signInAgain({ user, open }, 'correct horse 9!')
  await says(RESTORED)
  expect(await lead()).toHaveProperty('value', '42')
  expect(screen.getByLabelText('Daily limit')).toHaveProperty('value', '123.45')
  await open('/settings?tab=bidding')
  expect(await lead()).toHaveProperty('value', '5')
})

test('The dialog of an ended session does not speak of a bid unless one was typed, and counts down a lock of the account', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: 'A lamp just seen' })
  signIn()
  await open('/dashboard?filter=no_bid')
  // In a wide window, the form for a bid on the first auction is always there.
  await maximum(await detail())
  answers.emit(ENDED)
  expect(within(await expiredDialog()).getByText(VIEWING)).toBeDefined()
  expect(snapshot().actionContext.formData).toMatchObject({ forms: {}, isValid: false })
  await signInAgain({ user, open }, 'correct horse 9!')
  await says('You are where you left off.')

  await open('/to-pay?text=scheduling-a-bid')
  await says('Nothing to pay')
  answers.emit(ENDED)
  await says('Your session ended. Nothing that you have asked for since then was done.')
  answers.to(api.signIn, () => ({ status: 429, code: 'account_locked', message: 'Locked', retryAfter: 900 }))
  await signInAgain({ user, open }, 'wrong password')
  expect((await within(await expiredDialog()).findByRole('timer')).textContent).toMatch(/^1[45]:\d\d$/)
  const send = within(await expiredDialog()).getByRole('button', { name: 'Sign in' })
  expect(send.getAttribute('aria-disabled')).toBe('true')
})

test('A session that ends while a bid is being saved asks to log in again once its answer has come, and does not deny the bid', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: 'A lamp being bid on' })
  signIn()
  await open('/dashboard')
  const answer = answers.hold(api.scheduleBid, { outdated: true })
  await typeMaximum(user, 'A lamp being bid on', '31.50')
  await user.click(within(await detail()).getByRole('button', { name: /^Bid up to/ }))
  answers.emit(ENDED)
  await pass(2_000)
  expect(screen.queryByRole('dialog')).toBeNull()
  answer.release()
  expect(within(await expiredDialog()).getByText(VIEWING)).toBeDefined()
  // A bid that was saved is not typed again.
  expect(snapshot().actionContext.formData).toMatchObject({ forms: {}, isValid: false })
})

test('A bid whose answer was lost before the session ended is not called unsaved, and the page shows it after logging in', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: 'A lamp bid on over a bad line' })
  signIn()
  await open('/dashboard')
  answers.loseNext(api.scheduleBid)
  await typeMaximum(user, 'A lamp bid on over a bad line', '31.50')
  await user.click(within(await detail()).getByRole('button', { name: /^Bid up to/ }))
  await says('Network error')
  answers.emit(ENDED)
  await says('It may have been done: log in to see.')
  expect(screen.queryByText(SCHEDULING)).toBeNull()
  await signInAgain({ user, open }, 'correct horse 9!')
  await says('You are where you left off.')
  await cardSays('A lamp bid on over a bad line', 'Bid scheduled')
})

test("A typed maximum waits until its auction is open, and does not go into another auction's form", async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: 'A lamp typed for' })
  tracking.track({ title: 'A lamp shown first' })
  signIn()
  await open('/dashboard')
  await openAuction(user, 'A lamp shown first')
  const shownFirst = location.href
  await typeMaximum(user, 'A lamp typed for', '31.50')
  answers.emit(ENDED)
  await expiredDialog()
  history.replaceState(null, '', shownFirst)
  await signInAgain({ user, open }, 'correct horse 9!')
  await says('You are where you left off.')
  await within(await detail()).findByRole('heading', { name: 'A lamp shown first' })
  // Longer than the page waits before it fills in forms.
  await pass(3_000)
  expect(await maximum(await detail())).toHaveProperty('value', '')
  await openAuction(user, 'A lamp typed for')
  await says(RESTORED)
  expect(await maximum(await detail())).toHaveProperty('value', '31.50')
})

test('Signing in again asks for the second factor, and keeps the choice of a longer session', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  signIn({ remember_me: true })
  await open('/settings?tab=bidding')
  await screen.findByLabelText('Seconds before the close')
  answers.emit(ENDED)
  answers
    .to(api.signIn, () => ({
      status: 401,
      code: 'second_factor_required',
      message: 'A second factor is required',
      second_factor: { challenge: 'x'.repeat(43), methods: ['totp'] },
    }))
    .to(api.completeSignIn, () => ({
      data: { profile: PROFILE },
      token: aToken(),
      deletion_cancelled: false,
      deletion_due: null,
    }))
  await signInAgain({ user, open }, 'correct horse 9!')
  const dialog = within(await expiredDialog())
  const code = await dialog.findByLabelText('Code from your authenticator app')
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect(answers.calls(api.signIn)[0]?.body).toMatchObject({ remember_me: true })
  await user.type(code, '123456')
  await user.click(dialog.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(next).toBe('/settings?tab=bidding'))
})

test('Another user who signs in after an ended session gets nothing of the former one', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const lamp = tracking.list({ title: 'A lamp of the former user' })
  signIn()
  await open('/dashboard')
  const sheet = await paste(user, lamp.auction_id)
  await user.type(await maximum(sheet), '29')
  answers.emit(ENDED)
  await expiredDialog()
  expect(kept()).toContain('add-auction#')
  const token = aToken({ sub: '2', email: 'bob@example.com' })
  answers.once(api.signIn, () => ({
    data: { profile: { ...PROFILE, id: 2, email: 'bob@example.com' } },
    token,
    deletion_cancelled: false,
    deletion_due: null,
  }))
  await signInAgain({ user, open }, 'correct horse 9!', 'bob@example.com')
  expect(location.pathname + location.search).toBe('/dashboard')
  await says('Successfully logged back in!')
  for (const trace of ['ann@example.com', 'session_recovery', lamp.auction_id, 'former user']) {
    expect(kept()).not.toContain(trace)
  }
})

test('Signing out of an ended session, and another user in another tab, clear the browser while the server is away', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const { auction } = tracking.track({ title: 'A lamp kept' })
  const traces = () =>
    ['ann@example.com', 'session_recovery', auction.auction_id, 'A lamp kept'].filter((trace) => kept().includes(trace))
  signIn()
  await open('/dashboard')
  await typeMaximum(user, 'A lamp kept', '28')
  await waitFor(() => expect(traces()).toContain('A lamp kept'))
  answers.emit(ENDED)
  const dialog = within(await expiredDialog())
  expect(traces()).toContain('session_recovery')
  answers.to(api.logout, () => LOST)
  await user.click(dialog.getByRole('button', { name: 'Sign out' }))
  await screen.findByRole('heading', { name: /^Sign in to see/ })
  expect(traces()).toEqual([])

  signIn()
  await open('/dashboard')
  await waitFor(() => expect(traces()).toContain('A lamp kept'))
  const token = aToken({ sub: '2', email: 'bob@example.com' })
  answers.to(api.listAuctions, () => LOST).to(api.listBids, () => LOST)
  localStorage.setItem('auth_token', token)
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token', newValue: token, storageArea: localStorage }))
  await gone(() => screen.queryByText('A lamp kept'))
  await waitFor(() => expect(traces()).toEqual([]))
})

test('A page whose session has ended asks the server for nothing more until somebody signs in', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: 'A lamp just seen' })
  signIn()
  await open('/dashboard')
  await card('A lamp just seen')
  const refused: string[] = []
  for (const endpoint of [api.listAuctions, api.listBids, api.readPause, api.readCredentialsStatus, api.countUnread]) {
    answers.to(endpoint, () => {
      refused.push(endpoint.path)
      return { status: 401, code: 'session_ended', message: messages.session.expired }
    })
  }
  answers.cutStreams()
  await pass(150_000)
  await expiredDialog()
  const askedBefore = refused.length
  await pass(300_000)
  expect(refused).toHaveLength(askedBefore)
  await signInAgain({ user, open }, 'correct horse 9!')
})
