import { api, type Import, messages } from '@bidwell/contract'
import { onTestFinished } from 'vitest'
import type { Answers } from '../../../test/answers.ts'
import { expect, type OfTest, pass, press, screen, shows, test } from '../../../test/page-test.tsx'

const answerImports = (answers: Answers) =>
  answers
    .to(api.listImports, () => ({ data: { imports: [] } }))
    .to(api.readSiteLists, () => ({ data: { read_at: null, failure: null, is_asked: false, auctions: [] } }))

const choose = async (user: OfTest['user'], text: string, name = 'auctions.csv') =>
  user.upload(await screen.findByLabelText('File'), new File([text], name, { type: 'text/csv' }))

const BEGUN: Import = {
  id: 7,
  created_at: '2026-11-21T03:00:00.000Z',
  ended_at: null,
  bids: true,
  lines: 2,
  results: { tracked: 0, scheduled: 0, already_tracked: 0, failed: 0, cancelled: 0 },
  faults: 0,
  left_ms: 2_000,
}

test('A file is shown with the columns that are not read and the lines that are wrong, and imported once it is right', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerImports(answers).to(api.importAuctions, () => ({ data: { import: BEGUN } }))
  signIn()
  await open('/import')
  await choose(user, 'link,max,note,group\n100000001,12,for Mum,Lamps\n100000002,abc,,')
  await shows('Read: link, max, note. Not read: group. A bid of a file has a maximum, and is in no group.')
  await shows('Line 3: max must be an amount such as 12.50')
  expect(screen.getByRole('button', { name: 'Import 2 auctions' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('checkbox')).toBeNull()

  await choose(user, 'link,max,note\n100000001,12,for Mum\n100000002,8.50,')
  await shows('2 auctions, 2 with a max, and 1 with a note.')
  const bid = screen.getByRole('checkbox', { name: 'Bid on the 2 with a max, $20.50 in all' })
  expect(bid).toHaveProperty('checked', false)
  await user.click(bid)
  await press(user, 'Import 2 auctions')
  await shows('Import in progress')
  const lines = [
    { link: '100000001', line: 2, max: 12, seconds: null, note: 'for Mum' },
    { link: '100000002', line: 3, max: 8.5, seconds: null, note: '' },
  ]
  expect(answers.calls(api.importAuctions).map(({ body }) => body)).toEqual([{ lines, bid: true, confirm_high: false }])
})

test('The lines that were refused are named, and nothing that was not ticked is asked to be bid', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerImports(answers).to(api.importAuctions, () => ({
    status: 422,
    code: 'rule_broken',
    message: 'Two lines are wrong',
    details: [2, 3].map((line) => ({ path: `lines.${line}.link`, message: `Line ${line}: the same link as line 1` })),
  }))
  signIn()
  await open('/import')
  await choose(user, '100000001,12')
  await press(user, 'Import 1 auction')
  await shows('Line 3: the same link as line 1')
  expect(answers.calls(api.importAuctions)).toMatchObject([{ body: { bid: false } }])
})

test('What is watched at the site is imported like a file, without what is tracked already', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const watched = { own_max: null, wished_max: null, note: '', is_tracked: false }
  const auctions = [
    {
      ...watched,
      auction_id: '100000001',
      item_url: 'https://shop.test/item/100000001',
      wished_max: 10.5,
      note: 'Mum',
    },
    { ...watched, auction_id: '100000002', item_url: 'https://shop.test/item/100000002', is_tracked: true },
  ]
  const readAt = '2026-11-21T03:00:00.000Z'
  answerImports(answers)
    .to(api.readSiteLists, () => ({ data: { read_at: readAt, failure: null, is_asked: false, auctions } }))
    .to(api.importAuctions, () => ({ data: { import: { ...BEGUN, lines: 1 } } }))
  signIn()
  await open('/import')
  await press(user, 'Import 1 auction')
  await shows('Import in progress')
  const line = { link: 'https://shop.test/item/100000001', line: 1, max: 10.5, seconds: null, note: 'Mum' }
  expect(answers.calls(api.importAuctions)).toMatchObject([{ body: { lines: [line], bid: false } }])
  expect(screen.queryByRole('button', { name: 'Import 1 auction' })).toBeNull()
})

test('A file that is read slowly does not replace one that was chosen after it, and one that cannot be read says so', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerImports(answers)
  const slow = Promise.withResolvers<string>()
  const read: File['text'] = Reflect.get(File.prototype, 'text')
  onTestFinished(() => {
    File.prototype.text = read
  })
  File.prototype.text = function (this: File) {
    if (this.name === 'moved-away.csv') return Promise.reject(new Error('gone'))
    return this.name === 'slow.csv' ? slow.promise : read.call(this)
  }
  signIn()
  await open('/import')
  await choose(user, '', 'slow.csv')
  await choose(user, '100000003', 'quick.csv')
  await screen.findByRole('button', { name: 'Import 1 auction' })
  slow.resolve('100000001\n100000002')
  await pass(100)
  expect(screen.getByRole('button', { name: /^Import/ }).textContent).toBe('Import 1 auction')
  await choose(user, '[{')
  await shows(/This is no CSV file/)
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  await choose(user, '', 'moved-away.csv')
  await shows(messages.importing.notRead)
})
