import { api, messages } from '@bidwell/contract'
import { onTestFinished } from 'vitest'
import type { Answers, Refusal } from '../../../test/answers.ts'
import { cardSays } from '../../../test/dashboard.ts'
import {
  cardOf,
  expect,
  gone,
  type OfTest,
  pass,
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

const answerImports = (answers: Answers) =>
  answers
    .to(api.listImports, () => ({ data: { imports: [] } }))
    .to(api.readSiteLists, () => ({ data: { read_at: null, failure: null, is_asked: false, auctions: [] } }))

const choose = async (user: OfTest['user'], text: string, name = 'auctions.csv') =>
  user.upload(await screen.findByLabelText('File'), new File([text], name, { type: 'text/csv' }))

/** Opens the table of a file's auctions. */
async function look(user: OfTest['user'], lines: readonly string[]) {
  await choose(user, lines.join('\n'))
  const count = lines.length - 1
  await press(user, `Look at ${count} auctions`)
  return within(await screen.findByRole('dialog', { name: `Add ${count} auctions` }))
}
const rowOf = (title: string): HTMLElement => {
  const row = within(screen.getByRole('dialog'))
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent?.includes(title))
  if (!row) throw new Error(`No row has the title ${title}`)
  return row
}
const rowSays = (title: string, text: string) => waitFor(() => expect(rowOf(title).textContent).toContain(text))

test('Adding the auctions of a file stops at the next one on request, or when its table is closed, and a toast then says what was done and what failed', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  answerImports(answers)
  const numbers = TITLES.map((title) => tracking.list({ title }).auction_id)
  signIn()
  await open('/import')
  const table = await look(user, ['link,max,note', ...numbers.map((id, n) => `${id},35,${n === 0 ? 'for Mum' : ''}`)])
  await user.click(await table.findByRole('checkbox', { name: 'Bid on all 4 as the file asks' }))
  const lamp = answers.hold(api.trackAuction)
  await press(user, 'Track 4, schedule 4', table)
  await rowSays('Brass lamp', 'Tracking…')
  await press(user, 'Stop', table)
  lamp.release()
  await shows('1 tracked.')

  const rest = answers.hold(api.trackAuction)
  answers.once(api.noteAuction, () => BROKEN).once(api.trackAuction, () => BROKEN)
  await press(user, /^Track 3, schedule 4/, table)
  await waitFor(() => expect(rest.calls()).toBe(1))
  rest.release()
  const clock = answers.hold(api.trackAuction)
  await waitFor(() => expect(clock.calls()).toBe(1))
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))
  clock.release()
  await says('Stopped before the last auction.')
  await shows('2 not done.')
  await says('Brass lamp: The note was not saved: Not now')
  await says('Seiko 6139: Not now')
  await cardSays('Brass lamp', 'Bid scheduled')
  expect(cardOf('Seiko 6139')).toBeUndefined()
  expect(cardOf('Lamp shade')).toBeUndefined()
})

test('A file adds its notes to auctions that are tracked already and have none, also where a bid stands', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  answerImports(answers)
  const { auction: lamp } = tracking.track({ title: 'Brass lamp' })
  const { auction: watch } = tracking.track({ title: 'Seiko 6139', auction: { note: 'there before' } })
  const { auction: clock } = tracking.track({ title: 'Mantel clock', bid: {} })
  const { auction: shade } = tracking.track({ title: 'Lamp shade' })
  signIn()
  await open('/import')
  const lines = [lamp, watch, clock, shade].map(
    ({ auction_id: id }) => `${id},${id === shade.auction_id ? '' : 'for Mum'}`,
  )
  await look(user, ['link,note', ...lines])
  await rowSays('Brass lamp', 'Already tracked. Its note will be saved.')
  await rowSays('Seiko 6139', 'Already tracked. It has a note already, which stays.')
  await rowSays('Mantel clock', 'Already tracked, with a bid. Its note will be saved.')
  expect(within(rowOf('Mantel clock')).queryByRole('textbox')).toBeNull()
  expect(rowOf('Lamp shade').textContent).not.toContain('note')
  await press(user, 'Save 2 notes')
  await shows('2 tracked, 2 notes saved.')
  expect(answers.calls(api.noteAuction).map(({ params, body }) => [params.id, body.note])).toEqual([
    [lamp.id, 'for Mum'],
    [clock.id, 'for Mum'],
  ])
})

test('Auctions of a file that may not be read yet are read in their turn, tracked and bid on', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  answerImports(answers)
  const numbers = TITLES.map((title) => tracking.list({ title }).auction_id)
  let refused = 0
  answers.where(
    api.scrapeAuction,
    () => (refused += 1) % 3 !== 0,
    () => ({ status: 429, code: 'rate_limited', message: 'Too many', retryAfter: 1 }),
  )
  signIn()
  await open('/import')
  const table = await look(user, ['link,max', ...numbers.map((id) => `${id},35`)])
  await shows(/of 4 auctions are read so far/)
  await user.click(await table.findByRole('checkbox', { name: 'Bid on all 4 as the file asks' }))
  await press(user, 'Track 4, schedule 4', table)
  await shows('4 tracked, 4 bids scheduled.')
  await gone(() => screen.queryByRole('dialog'))
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
  await screen.findByRole('button', { name: 'Look at 1 auction' })
  slow.resolve('100000001\n100000002')
  await pass(100)
  expect(screen.getByRole('button', { name: /^Look at/ }).textContent).toBe('Look at 1 auction')
  await choose(user, '[{')
  await shows(/This is no CSV file/)
  expect(screen.queryByRole('button', { name: /^Look at/ })).toBeNull()
  await choose(user, '', 'moved-away.csv')
  await shows(messages.importing.notRead)
})
