import { api, messages, type WireHistoryEntry } from '@bidwell/contract'
import { answerHistory } from '../../../test/answer-history.ts'
import { expect, gone, press, says, screen, shows, test, within } from '../../../test/page-test.tsx'

const FILE = [
  'Order #,Item Id,Item,Item Price,Item End Time,Shipping Price,Handling Price,Tax,Seller',
  '61234567,100000001,<b>Lamp</b>,$10.00,11/20/2024 6:00:00 PM,$5.00,$2.00,$1.00,Reno',
  '61234568,100000002,Vase,$20.00,11/20/2025 6:00:00 PM,$5.00,$2.00,$1.00,Reno',
  '61234569,vase,Vase,$20.00,11/20/2025 6:00:00 PM,$5.00,$2.00,$1.00,Reno',
].join('\n')

const readIn = (entries: WireHistoryEntry[], title: string) => {
  const [first] = entries
  entries.unshift({
    ...first!,
    key: 'order-100000001',
    auction_id: '100000001',
    title,
    bid: null,
    tracked_auction_id: null,
  })
}

test('The site’s file is shown before it is read in, with the lines that cannot be read and what is known already', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerHistory(answers)
  answers
    .to(api.listPastOrders, () => ({ data: { read_in: ['100000001', '1'], won: [] } }))
    .to(api.readInOrders, () => ({ data: {} }))
  signIn()
  await open('/bid-history')
  await press(user, messages.books.readIn)
  const choose = async (text: string) =>
    user.upload(await screen.findByLabelText('File'), new File([text], 'orders.csv', { type: 'text/csv' }))
  await choose(FILE.replace('Item Id', 'Number'))
  await shows('The file lacks the heading ‘Item Id’.')
  await choose(FILE)
  await shows('2 items of 2024 to 2025, $46.00 in all.')
  await shows('1 item read in before.')
  await shows(`Line 4: ${messages.books.noItemNumber}`)
  await press(user, 'Read in 2 items')
  await shows('2 items read in')
  const [sent, ...more] = answers.calls(api.readInOrders)
  expect(more).toEqual([])
  expect(sent?.body.orders).toMatchObject([
    { auction_id: '100000001', title: '<b>Lamp</b>', ended_at: '2024-11-20T18:00:00', price: 10, shipping: 5 },
    { auction_id: '100000002' },
  ])
})

test('An item that was read in stands in the history as won, leads to the site, and takes what it was sold for', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const entries = answerHistory(answers)
  readIn(entries, '<b>Lamp</b>')
  answers.to(api.saveSale, () => ({ data: {} }))
  signIn()
  await open('/bid-history')
  const row = await screen.findByRole('row', { name: /<b>Lamp<\/b>/ })
  const link = within(row).getByRole('link', { name: '<b>Lamp</b>' })
  expect(link.getAttribute('href')).toBe(entries[1]!.item_url)
  expect(within(row).getByRole('checkbox')).toHaveProperty('disabled', true)
  await says('won 5 of 8, 1 from your orders')

  await user.click(within(row).getByRole('button', { name: 'Sold for: <b>Lamp</b>' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Fees'), '2.505')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await shows('Fees must be in whole cents')
  await user.type(dialog.getByLabelText('Sold for'), '1,040.50')
  await user.clear(dialog.getByLabelText('Fees'))
  await user.type(dialog.getByLabelText('Where'), 'eBay')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await gone(() => screen.queryByRole('dialog'))
  const [{ params, body } = { params: null, body: null }] = answers.calls(api.saveSale)
  expect(params).toEqual({ id: 100000001 })
  expect(body).toMatchObject({ sold_for: 1040.5, fees: 0, sold_at: 'eBay', refund: null })
  expect(body?.sold_on).toMatch(/^\d{4}-\d\d-\d\d$/)

  await user.click(screen.getByRole('button', { name: 'Not sold yet' }))
  await shows('Stoneware teapot')
  expect(answers.calls(api.listHistory).at(-1)?.query).toMatchObject({ sold: 'no' })
})
