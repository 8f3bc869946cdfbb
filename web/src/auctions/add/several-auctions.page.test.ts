import { api, messages } from '@bidwell/contract'
import type { Refusal } from '../../../test/answers.ts'
import { cardSays, paste, typeMax } from '../../../test/dashboard.ts'
import {
  cardOf,
  expect,
  gone,
  type OfTest,
  press,
  says,
  screen,
  shows,
  test,
  waitFor,
  within,
} from '../../../test/page-test.tsx'

const BROKEN: Refusal = { status: 500, code: 'internal', message: 'Not now' }
const TITLES = ['Brass lamp', 'Seiko 6139', 'Mantel clock', 'Lamp shade']

/** Opens the table of the auctions, and types the same maximum for each. */
async function openTable({ open, signIn, tracking, user }: Pick<OfTest, 'open' | 'signIn' | 'tracking' | 'user'>) {
  const numbers = TITLES.map((title) => tracking.list({ title }).auction_id)
  signIn()
  await open('/dashboard')
  const dialog = await paste(user, numbers.join(' '))
  for (const title of TITLES) {
    await within(dialog).findByText(title)
    await typeMax(user, dialog, '35', `Max for ${title}`)
  }
  return within(dialog)
}
const rowSays = (title: string, text: string) =>
  waitFor(() => {
    const rows = within(screen.getByRole('dialog')).getAllByRole('listitem')
    expect(rows.find(({ textContent }) => textContent?.includes(title))?.textContent).toContain(text)
  })

test('Adding several auctions stops at the next one on request, or when the table is closed, and a toast then says what was done and what failed', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const table = await openTable({ open, signIn, tracking, user })
  const lamp = answers.hold(api.trackAuction)
  await press(user, 'Track 4, schedule 4', table)
  await rowSays('Brass lamp', 'Tracking…')
  await press(user, 'Stop', table)
  lamp.release()
  await shows('1 tracked.')

  const rest = answers.hold(api.trackAuction)
  answers.once(api.trackAuction, () => BROKEN)
  await press(user, /^Track 3, schedule 4/, table)
  await waitFor(() => expect(rest.calls()).toBe(1))
  rest.release()
  const clock = answers.hold(api.trackAuction)
  await waitFor(() => expect(clock.calls()).toBe(1))
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))
  clock.release()
  await says('Stopped before the last auction.')
  await shows('1 not done.')
  await says('Seiko 6139: Not now')
  await cardSays('Brass lamp', 'Bid scheduled')
  expect(cardOf('Seiko 6139')).toBeUndefined()
  expect(cardOf('Lamp shade')).toBeUndefined()
})

test('Several auctions that may not be read yet are read in their turn, tracked and bid on', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  let refused = 0
  answers.where(
    api.scrapeAuction,
    () => (refused += 1) % 3 !== 0,
    () => ({ status: 429, code: 'rate_limited', message: 'Too many', retryAfter: 1 }),
  )
  const table = await openTable({ open, signIn, tracking, user })
  await press(user, 'Track 4, schedule 4', table)
  await shows('4 tracked, 4 bids scheduled.')
  await gone(() => screen.queryByRole('dialog'))
})

test('With the tick that one of them may win, all bids are in one group, which is made with the first of them', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  answers.once(api.scheduleBid, () => ({ status: 422, code: 'too_late', message: 'Too late.' }))
  const table = await openTable({ open, signIn, tracking, user })
  await user.click(table.getByRole('checkbox', { name: messages.bidGroup.onlyOne }))
  await press(user, 'Track 4, schedule 4', table)
  await shows('4 tracked, 3 bids scheduled, 1 not done.')
  expect(answers.calls(api.createBidGroup)).toMatchObject([{ body: { mostWins: 1, budget: null } }])
  const groups = new Set(answers.calls(api.scheduleBid).map(({ body }) => body.groupId))
  expect([groups.size, groups.has(undefined)]).toEqual([1, false])
  expect(answers.calls(api.deleteBidGroup)).toEqual([])
})

test('A table that asks whether amounts far above the price are meant can still be cancelled', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const table = await openTable({ open, signIn, tracking, user })
  await typeMax(user, screen.getByRole('dialog'), '9999', 'Max for Brass lamp')
  await press(user, 'Track 4, schedule 4', table)
  await table.findByRole('button', { name: 'Yes, up to $9,999.00' })
  await press(user, 'Cancel', table)
  await gone(() => screen.queryByRole('dialog'))
  expect(answers.calls(api.trackAuction)).toEqual([])
})
