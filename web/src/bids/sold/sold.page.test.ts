import { api, type Data, messages } from '@bidwell/contract'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { typeMax } from '../../../test/dashboard.ts'
import { detail, expect, gone, test } from '../../../test/page-test.tsx'

const TITLE = 'Set of 3 Vintage Brass Lamps'
const WORDS = 'Brass Lamps'

const soldAt = (...prices: number[]): { data: Data<typeof api.findSold> } => ({
  data: {
    items: prices.map((price, index) => ({
      auction_id: `10000${index}`,
      title: index === 0 ? 'A <b>brass</b> lamp' : `Brass lamp ${index}`,
      item_url: `https://house.example/item/10000${index}`,
      price,
      ended_at: '2026-10-03T18:00:00.000Z',
    })),
    read_at: '2026-10-07T17:00:00.000Z',
    has_more: false,
  },
})

async function openSold(user: UserEvent, max?: string) {
  const form = await detail()
  if (max !== undefined) await typeMax(user, form, max)
  await user.click(within(form).getByRole('button', { name: messages.sold.show }))
  return within(await screen.findByRole('dialog', { name: messages.sold.show }))
}

test('What similar ones sold for is one sentence over a list, which follows each box at once and fills nothing in', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: TITLE })
  answers.to(api.findSold, () => soldAt(100, 30, 28, 52, 60, 20))
  signIn()
  await open('/dashboard')
  const dialog = await openSold(user, '42')
  expect(dialog.getByLabelText(messages.sold.words)).toHaveProperty('value', WORDS)
  expect((await dialog.findByRole('status')).textContent).toBe(
    'Of 6 sold, half between $28.00 and $60.00; 3 below your $42.00 (what their winners would have paid is hidden).',
  )
  expect(dialog.getByText('A <b>brass</b> lamp')).toBeDefined()
  expect(dialog.getByRole('link', { name: /Brass lamp 1$/ })).toHaveProperty(
    'href',
    'https://house.example/item/100001',
  )
  await user.click(dialog.getByRole('checkbox', { name: /^A <b>brass/ }))
  expect(dialog.getByRole('status').textContent).toContain('Of 5 sold, half between $28.00 and $52.00; 3 below')
  await user.click(dialog.getByRole('checkbox', { name: /^Brass lamp 1/ }))
  expect(dialog.queryByRole('status')).toBeNull()
  expect(dialog.getAllByRole('checkbox')).toHaveLength(6)
  await user.click(dialog.getByRole('checkbox', { name: /^Brass lamp 1/ }))
  expect(dialog.getByRole('status').textContent).toContain('Of 5 sold')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await gone(() => screen.queryByRole('dialog'))
  expect(within(await detail()).getByLabelText('Your max')).toHaveProperty('value', '42')
  expect(answers.calls(api.findSold).map(({ query }) => query)).toEqual([{ words: WORDS }])
})

test('Other words are looked up in place, by Enter too, which schedules no bid; a wrong text is refused at its field', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ title: TITLE })
  answers.to(api.findSold, ({ query }) => (query.words === WORDS ? soldAt() : soldAt(20, 30)))
  signIn()
  await open('/dashboard')
  const dialog = await openSold(user, '42')
  expect(await dialog.findByText(messages.sold.none)).toBeDefined()
  const words = dialog.getByLabelText(messages.sold.words)
  await user.clear(words)
  await user.type(words, '"brass lamp{Enter}')
  expect(await dialog.findByText(messages.search.openQuotation)).toBeDefined()
  expect(dialog.queryByText(messages.sold.none)).toBeNull()
  await user.type(words, '"{Enter}')
  expect(await dialog.findAllByRole('checkbox')).toHaveLength(2)
  expect(dialog.queryByRole('status')).toBeNull()
  expect(answers.calls(api.findSold).map(({ query }) => query.words)).toEqual([WORDS, '"brass lamp"'])
  expect(answers.calls(api.scheduleBid)).toEqual([])
})

test('A look-up that fails says why in its place, and can be tried again', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const message = messages.sold.usedUp('2 hours')
  tracking.track({ title: TITLE })
  answers
    .to(api.findSold, () => soldAt(20, 30, 40, 50, 60))
    .once(api.findSold, () => ({ status: 429, code: 'rate_limited', retryAfter: 4_000, message }))
  signIn()
  await open('/dashboard')
  const dialog = await openSold(user)
  expect((await dialog.findByRole('alert')).textContent).toContain(message)
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect((await dialog.findByRole('status')).textContent).toBe('Of 5 sold, half between $30.00 and $50.00.')
})
