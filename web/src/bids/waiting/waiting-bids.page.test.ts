import { api, messages, type WaitingBid } from '@bidwell/contract'
import { cardSays } from '../../../test/dashboard.ts'
import type { FixedAuction } from '../../../test/fixed-auction.ts'
import { expect, gone, pass, press, says, screen, START, test, within } from '../../../test/page-test.tsx'

const TAKEN_AT = '2026-10-07T02:00:00.000Z'

/** How a tracked auction's bid waits. */
function waitFor({ auction, bid }: FixedAuction, fields: Partial<WaitingBid> = {}): WaitingBid {
  return {
    kind: 'program',
    token: 'agent',
    id: auction.id,
    auction_id: auction.auction_id,
    tracked_auction_id: auction.id,
    title: auction.title,
    max_bid: 40,
    seconds_before_end: 5,
    price: 12,
    ends_at: auction.end_time!,
    scheduled_max: null,
    until: bid?.fire_at ?? auction.end_time!,
    ...fields,
  } as WaitingBid
}

const RESTORED = { phase: 'restored', restored: { taken_at: TAKEN_AT, is_not_at_site: false } } as const
const section = () => screen.queryByRole('region', { name: messages.waiting.section })

test('A restored bid and one that a program asks for wait in one list, where each is kept or dropped', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const restored = ['A vase', 'A jug', 'A bowl'].map((title) => tracking.track({ title, bid: RESTORED }))
  const lamp = tracking.track({ title: 'A lamp' })
  let waiting = [...restored.map((one) => waitFor(one, { kind: 'restored', taken_at: TAKEN_AT })), waitFor(lamp)]
  const asked: string[] = []
  answers.to(api.listWaitingBids, () => ({ data: { waiting } }))
  const answer = (verb: string, refs: readonly { kind: string; id: number }[]) => {
    asked.push(`${verb} ${refs.map(({ kind, id }) => `${kind} ${id}`).join(', ')}`)
    waiting = waiting.filter((one) => !refs.some(({ kind, id }) => kind === one.kind && id === one.id))
  }
  answers.to(api.keepWaitingBids, ({ body }) => {
    answer('keep', body.waiting)
    const kept = restored.filter(({ auction }) => body.waiting.some(({ id }) => id === auction.id))
    const bids = kept.map(
      ({ auction }) => tracking.change(auction.id, { bid: { phase: 'waiting', restored: null } }).bid!,
    )
    const [refused] = body.waiting.length > 1 ? body.waiting : []
    return {
      data: refused
        ? { bids: bids.filter(({ id }) => id !== refused.id), refused: [{ ...refused, message: 'Over your limit.' }] }
        : { bids, refused: [] },
    }
  })
  answers.to(api.dropWaitingBids, ({ body }) => {
    answer('drop', body.waiting)
    return { data: { bids: [], refused: [] } }
  })
  signIn()
  await open('/dashboard')
  const list = within(await screen.findByRole('region', { name: messages.waiting.section }))
  expect(list.getAllByRole('listitem')).toHaveLength(4)
  list.getByText('API token “agent” asks to bid up to $40.00, 5 s before the close.')
  expect(list.getAllByText(/Keep your bid of at most \$40\.00\? Without your answer it is not sent\.$/)).toHaveLength(3)
  await cardSays('A vase', 'Keep your bid of at most $40.00?')
  const band = within(screen.getByRole('region', { name: 'Problems' }))
  band.getByText(/Keep your 3 bids\?/)
  band.getByRole('link', { name: messages.waiting.answer })

  await press(user, 'Keep it: A vase', list)
  await says('Your bid of up to $40.00 is scheduled')
  await cardSays('A vase', 'Bid scheduled')
  await press(user, 'Keep all 2', list)
  await says('Over your limit.')
  await pass(1_000)
  await press(user, 'Refuse: A lamp', list)
  await says(messages.waiting.dropped.program)
  await gone(section)
  const [vase, jug, bowl] = restored.map(({ auction }) => `restored ${auction.id}`)
  expect(asked).toEqual([`keep ${vase}`, `keep ${jug}, ${bowl}`, `drop program ${lamp.auction.id}`])
})

test('A bid that waits is called far too high only above three times the price and above $100, and goes when its time is over', async ({
  answers,
  open,
  signIn,
  tracking,
}) => {
  const until = new Date(START + 60_000).toISOString()
  const waiting = [60, 160].map((max_bid) =>
    waitFor(tracking.track({ title: `A lamp for $${max_bid}` }), { max_bid, ...(max_bid === 160 && { until }) }),
  )
  answers.to(api.listWaitingBids, () => ({ data: { waiting } }))
  signIn()
  await open('/dashboard')
  const list = within(await screen.findByRole('region', { name: messages.waiting.section }))
  const warned = list.getByText(messages.waiting.farAbovePrice).closest('li')
  expect(warned?.textContent).toContain('A lamp for $160')
  await pass(61_000)
  expect(list.getAllByRole('listitem')).toHaveLength(1)
  expect(list.queryByText(messages.waiting.farAbovePrice)).toBeNull()
})

test('A restored bid whose moment has passed waits again once the site was read and does not show it', async ({
  answers,
  open,
  signIn,
  tracking,
}) => {
  const vase = tracking.track({ title: 'A vase', bid: RESTORED })
  const until = new Date(START + 60_000).toISOString()
  const restored = waitFor(vase, { kind: 'restored', taken_at: TAKEN_AT })
  let waiting = [{ ...restored, until }]
  answers.to(api.listWaitingBids, () => ({ data: { waiting } }))
  signIn()
  await open('/dashboard')
  await screen.findByRole('region', { name: messages.waiting.section })
  waiting = []
  await pass(61_000)
  await gone(section)

  waiting = [restored]
  const { bid } = tracking.change(vase.auction.id, {
    bid: { ...RESTORED, restored: { taken_at: TAKEN_AT, is_not_at_site: true } },
  })
  if (bid) answers.emit({ type: 'bid_changed', bid })
  await screen.findByRole('region', { name: messages.waiting.section })
})

test('A second tap where an answered bid stood is no answer to the one that has moved there', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  let waiting = ['A lamp', 'A watch'].map((title) => waitFor(tracking.track({ title })))
  const ids = waiting.map(({ id }) => id)
  answers.to(api.listWaitingBids, () => ({ data: { waiting } }))
  answers.to(api.keepWaitingBids, () => {
    waiting = waiting.slice(1)
    return { data: { bids: [], refused: [] } }
  })
  signIn()
  await open('/dashboard')
  const list = within(await screen.findByRole('region', { name: messages.waiting.section }))
  await press(user, 'Bid up to $40.00: A lamp', list)
  await gone(() => list.queryByText('A lamp'))
  const kept = () => answers.calls(api.keepWaitingBids).flatMap(({ body }) => body.waiting.map(({ id }) => id))
  await user.click(list.getByRole('button', { name: 'Bid up to $40.00: A watch' }))
  expect(kept()).toEqual(ids.slice(0, 1))
  await pass(1_000)
  await press(user, 'Bid up to $40.00: A watch', list)
  await gone(section)
  expect(kept()).toEqual(ids)
})
