import { api, messages } from '@bidwell/contract'
import { expect, pass, screen, START, test, waitFor, within } from '../../../test/page-test.tsx'
import type { TrackedFields } from '../../../test/tracking.ts'

/** Its price is $20.00, and the next bid $21.00. */
const BEATEN: TrackedFields = {
  title: 'A brass lamp',
  endsIn: 45,
  auction: { current_bid: 20, minimum_bid: 21 },
  bid: { max_bid: 15 },
}

const lastMinute = async () => within(await screen.findByRole('region', { name: 'Last minute' }))

test('What the server demands of a bid by one tap is said beside the button', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track(BEATEN)
  const message = 'over your limit of $20.00 a day'
  answers.once(api.changeBid, () => ({ status: 409, code: 'over_limit', message }))
  signIn()
  await open('/dashboard')
  const shown = await lastMinute()
  await user.click(await shown.findByRole('button', { name: /to \$24\.00: A brass lamp$/ }))
  expect((await shown.findByRole('alert')).textContent).toContain(message)
})

test('While another bid in the last minute is on its way, it is not called too late, and its refusal is told', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track({ ...BEATEN, endsIn: 24 })
  const message = messages.bid.ended
  const raising = answers
    .once(api.changeBid, () => ({ status: 409, code: 'auction_over', message }))
    .hold(api.changeBid)
  signIn()
  await open('/dashboard')
  const raise = await (await lastMinute()).findByRole('button', { name: /to \$24\.00: A brass lamp$/ })
  await user.click(raise)
  await waitFor(() => expect(raise.getAttribute('aria-busy')).toBe('true'))
  await pass(START + 23_000 - Date.now())
  expect(screen.queryByText(messages.lastMinute.tooLate)).toBeNull()
  raising.release()
  await screen.findByText(message)
  await screen.findByText(messages.lastMinute.tooLate)
})

test('A bid that is beaten after it was accepted is outbid in words while its auction runs', async ({
  open,
  signIn,
  tracking,
}) => {
  const beaten = {
    max_bid: 20,
    status: 'outbid',
    phase: 'settled',
    outcome: 'outbid',
    executed_at: '2026-10-07T17:59:50.000Z',
  } as const
  const { auction } = tracking.track({ ...BEATEN, auction: { current_bid: 21, minimum_bid: 22 }, bid: beaten })
  signIn()
  await open('/dashboard')
  const shown = await lastMinute()
  await shown.findByText('$21.00, $1.00 above your max $20.00')
  expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toContainEqual(
    expect.stringMatching(/^Outbid at \$21\.00/),
  )
  expect(shown.getByRole('link', { name: 'Bid at Auction House' }).getAttribute('href')).toBe(auction.item_url)
})

test('The sound and vibration of the last minute are switched on there, and off in the settings', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track(BEATEN)
  signIn()
  await open('/dashboard')
  const signals = (await lastMinute()).getByRole('button', { name: 'Sound and vibration' })
  expect(signals.getAttribute('aria-pressed')).toBe('false')
  await user.click(signals)
  expect(signals.getAttribute('aria-pressed')).toBe('true')
  await open('/settings')
  const setting = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Sound and vibration' })
  expect(setting.checked).toBe(true)
  await user.click(setting)
  await open('/settings')
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Sound and vibration' })).checked).toBe(false)
  expect(answers.calls(api.changeProfile)).toEqual([])
})
