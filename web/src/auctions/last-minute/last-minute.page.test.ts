import { api, messages } from '@bidwell/contract'
import { card, expect, gone, pass, screen, START, test, waitFor, within } from '../../../test/page-test.tsx'
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
  tracking.track({ ...BEATEN, endsIn: 24, bid: { max_bid: 15, seconds_before_end: 2 } })
  const message = 'This auction has already ended.'
  const raising = answers
    .once(api.changeBid, () => ({ status: 409, code: 'auction_over', message }))
    .hold(api.changeBid)
  signIn()
  await open('/dashboard')
  const raise = await (await lastMinute()).findByRole('button', { name: /to \$24\.00: A brass lamp$/ })
  await user.click(raise)
  await waitFor(() => expect(raise.getAttribute('aria-busy')).toBe('true'))
  await pass(START + 21_500 - Date.now())
  expect(screen.queryByText(messages.lastMinute.tooLate)).toBeNull()
  raising.release()
  await screen.findByText(message)
  await screen.findByText(messages.lastMinute.tooLate)
})

test('On a phone, closing the detail of another auction leaves what the last minute says to the last minute', async ({
  open,
  signIn,
  tracking,
  user,
}) => {
  tracking.track(BEATEN)
  tracking.track({ title: 'A plain rug' })
  signIn()
  await open('/dashboard', { width: 360, height: 740 })
  await lastMinute()
  const problems = () => screen.queryByRole('region', { name: 'Problems' })
  await gone(problems)
  await user.click(within(await card('A plain rug')).getByRole('link', { name: 'A plain rug' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }))
  await gone(() => screen.queryByRole('dialog'))
  await pass(100)
  expect(problems()).toBeNull()
})

test.for([1440, 360])(
  'In the last minute, a row and the card of the auction draw each whole second, and the same one (%i px wide)',
  async (width, { open, signIn, tracking }) => {
    tracking.track({ title: 'A brass lamp', endsIn: 63.37, bid: { max_bid: 50 } })
    signIn()
    await open('/dashboard', { width, height: 900 })
    const row = await card('A brass lamp')
    const clockIn = (area: ParentNode | null) => area?.querySelector('[role=timer]')?.textContent?.replace(/\.\d$/, '')
    const seen: string[] = []
    const apart: string[] = []
    const observer = new MutationObserver(() => {
      const [inRow, onCard] = [clockIn(row), clockIn(document.querySelector('[data-last-minute]'))]
      if (onCard !== undefined) seen.push(onCard)
      if (onCard !== undefined && inRow !== onCard) apart.push(`${inRow} in the row, ${onCard} on the card`)
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    for (let second = 0; second < 64; second += 1) await pass(1_000)
    observer.disconnect()
    const seconds = Array.from({ length: 60 }, (_, second) => `0:${String(59 - second).padStart(2, '0')}`)
    expect(seconds.filter((text) => !seen.includes(text))).toEqual([])
    expect(apart).toEqual([])
  },
)
