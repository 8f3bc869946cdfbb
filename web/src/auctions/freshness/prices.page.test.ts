import { api } from '@bidwell/contract'
import { cardSays, openAuction } from '../../../test/dashboard.ts'
import { card, detail, expect, pass, press, screen, shows, test, within } from '../../../test/page-test.tsx'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('Opening an auction with an old price reads it again once, and an auction with a new price is not read', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const old = tracking.track({
    title: 'A kettle seen long ago',
    endsIn: 80_000,
    auction: { last_checked_at: minutesAgo(12) },
  })
  tracking.track({ title: 'A kettle seen just now', endsIn: 70_000 })
  answers.to(api.refreshAuction, ({ params }) => {
    const at = new Date().toISOString()
    const read = { current_bid: 31, bid_count: 5, last_checked_at: at, updated_at: at }
    return { data: { auction: tracking.change(params.id, { auction: read }).auction } }
  })
  const reads = answers.hold(api.refreshAuction)
  signIn()
  await open('/dashboard')
  expect((await detail()).textContent).toContain('Price now')
  await openAuction(user, 'A kettle seen long ago')
  await shows(/Price 12 min old · reading it again…/)
  reads.release()
  await shows('Price now')
  expect((await detail()).textContent).toContain('$31.00')
  expect(answers.calls(api.refreshAuction)).toMatchObject([{ params: { id: old.auction.id } }])
  await openAuction(user, 'A kettle seen just now')
  await pass(2_000)
  expect(answers.calls(api.refreshAuction)).toHaveLength(1)
})

test('Looking at an auction has its old price read, and one button has all old prices read and counts them', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const track = (title: string, minutes: number) => {
    const last_checked_at = minutesAgo(minutes)
    return tracking.track({ title, endsIn: 70_000, auction: { last_checked_at } }).auction
  }
  track('A whisk', 0)
  const [sieve, ladle, grater] = [track('A sieve', 12), track('A ladle', 12), track('A grater', 12)]
  const read = (id: number) => {
    const at = new Date().toISOString()
    const { auction } = tracking.change(id, { auction: { last_checked_at: at, updated_at: at } })
    answers.emit({ type: 'auction-updated', auction })
  }
  answers.to(api.requestPrices, ({ body: { id } }) => {
    if (id === sieve.id) read(id)
    return { data: { ids: id === undefined ? [ladle.id, grater.id] : [id], within_ms: 118_000 } }
  })
  const asked = () => answers.calls(api.requestPrices).map(({ body }) => body)
  signIn()
  await open('/dashboard')
  await shows(/4 prices, oldest 1\d min/)
  const look = async (title: string) => user.hover(await card(title))
  await look('A whisk')
  await pass(2_000)
  await look('A sieve')
  await pass(2_000)
  expect((await card('A sieve')).textContent).not.toContain('min old')
  within(await card('A ladle'))
    .getByRole('link', { name: 'A ladle' })
    .focus()
  await pass(2_000)
  expect(asked()).toEqual([{ id: sieve.id }, { id: ladle.id }])
  await cardSays('A ladle', /1\d min old/)

  await press(user, 'Refresh all')
  await shows('0 of 2 read, rest in 2 min')
  read(ladle.id)
  await shows('1 of 2 read, rest in 2 min')
  expect((await card('A ladle')).textContent).not.toContain('min old')
  await cardSays('A grater', /1\d min old/)
  read(grater.id)
  await shows(/4 prices, all within 10 min/)
  const button = screen.getByRole('button', { name: 'Refresh all' })
  expect(document.activeElement).toBe(button)
  expect(asked()).toHaveLength(3)
})
