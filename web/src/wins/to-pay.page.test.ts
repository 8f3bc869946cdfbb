import { api } from '@bidwell/contract'
import { createWin } from '../../test/auctions.ts'
import { expect, press, says, screen, test, within } from '../../test/page-test.tsx'

test('Without wins the page says so, and a list that cannot be read offers to try again', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  signIn()
  await open('/to-pay')
  await says('Nothing to pay.')
  let isBroken = true
  const message = 'Something went wrong on our side'
  answers.where(
    api.listWins,
    () => isBroken,
    () => ({ status: 500, code: 'internal', message }),
  )
  await open('/to-pay')
  await says(message)
  isBroken = false
  await press(user, 'Try again', within(screen.getByRole('main')))
  await says('Nothing to pay.')
})

test('Only items of one seller, won and not paid, are to be combined, and the sum says what is known of handling', async ({
  answers,
  open,
  signIn,
}) => {
  const combines_shipping = true
  const shown = [
    createWin({ bid_id: 1, title: 'A jug', estimate: null, price: 9.99, handling: 3, combines_shipping }),
    createWin({ bid_id: 2, title: 'A bowl', seller: 'Goodwill of Elsewhere', combines_shipping }),
  ]
  answers.to(api.listWins, async (call, usual) => {
    const reply = await usual(call)
    const wins = shown.map(({ today: _today, payUrl: _payUrl, ...win }) => win)
    return typeof reply === 'object' && 'data' in reply ? { data: { ...reply.data, wins } } : reply
  })
  const combine = 'Ask the seller to combine the shipping before you pay.'
  signIn()
  await open('/to-pay')
  await says('$12.99 + shipping')
  expect(screen.queryByText(combine)).toBeNull()
  shown.push(createWin({ bid_id: 3, title: 'A vase', combines_shipping }))
  await open('/to-pay')
  await says(combine)
})
