import { api, messages } from '@bidwell/contract'
import { cardSays, paste, typeMax } from '../../../test/dashboard.ts'
import { expect, screen, test, waitFor, within } from '../../../test/page-test.tsx'

test('An auction that is tracked late leaves the sheet of another one open, and one that is not tracked is told', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const [lamp, clock, rug] = ['A brass lamp', 'A mantel clock', 'A plain rug'].map((title) => tracking.list({ title }))
  signIn()
  await open('/dashboard')
  const leave = async (sheet: HTMLElement) => {
    await typeMax(user, sheet, '28')
    await user.click(within(sheet).getByRole('button', { name: 'Track and schedule' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(sheet.isConnected).toBe(false))
  }
  const tracked = answers.hold(api.trackAuction)
  await leave(await paste(user, lamp!.item_url))
  const sheet = await paste(user, rug!.item_url)
  await typeMax(user, sheet, '30')
  tracked.release()
  await waitFor(() => expect(answers.calls(api.scheduleBid)).toHaveLength(1))
  expect(within(sheet).getByLabelText('Your max')).toHaveProperty('value', '30')
  await user.keyboard('{Escape}')
  await cardSays('A brass lamp', 'Bid scheduled')

  const lost = answers.once(api.trackAuction, () => 'lost').hold(api.trackAuction)
  await leave(await paste(user, clock!.item_url))
  lost.release()
  const { maybeTracked } = messages.auction
  const told = await screen.findByText(new RegExp(maybeTracked('A mantel clock')))
  expect(told.closest('[role=alert]')?.textContent).toContain(messages.bid.notScheduled('A mantel clock'))
  expect(screen.queryByRole('heading', { name: 'A plain rug' })).toBeNull()
})

test('Pressing Track again while the server is slow tracks once, and schedules nothing', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const clock = tracking.list({ title: 'A slow clock' })
  signIn()
  await open('/dashboard')
  const tracked = answers.hold(api.trackAuction)
  const sheet = await paste(user, clock.item_url)
  await typeMax(user, sheet, '28')
  const track = within(sheet).getByRole('button', { name: 'Track' })
  await user.click(track)
  await waitFor(() => expect(track.getAttribute('aria-busy')).toBe('true'))
  await user.click(track)
  await user.click(within(sheet).getByRole('button', { name: 'Track and schedule' }))
  tracked.release()
  await cardSays('A slow clock', 'No bid')
  expect(answers.calls(api.trackAuction)).toHaveLength(1)
  expect(answers.calls(api.scheduleBid)).toEqual([])
})
