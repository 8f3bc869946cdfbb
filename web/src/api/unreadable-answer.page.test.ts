import { api } from '@bidwell/contract'
import { answerHistory } from '../../test/answer-history.ts'
import { UNREADABLE } from '../../test/answers.ts'
import { cardSays, paste as pasteIn } from '../../test/dashboard.ts'
import { detail, expect, gone, says, screen, test, within } from '../../test/page-test.tsx'

test('An answer that cannot be read is reported in the words of the action that asked for it', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const garbled = tracking.list({ title: 'A garbled vase' })
  signIn()
  await open('/dashboard')
  const paste = async (number: string) => within(await pasteIn(user, number))
  answers.once(api.scrapeAuction, () => UNREADABLE)
  const unread = await paste(garbled.auction_id)
  await says('Failed to scrape auction')
  await user.click(unread.getByText('Close', { exact: true }))
  await gone(() => screen.queryByRole('dialog'))

  const sheet = await paste(garbled.auction_id)
  await user.type(await sheet.findByLabelText('Your max'), '34')
  answers.loseNext(api.trackAuction, { status: 200, text: '<html>' })
  await user.click(sheet.getByRole('button', { name: 'Track' }))
  await says('Auction was created but could not be retrieved')
  await says('already monitored')
  await user.keyboard('{Escape}')
  // What was typed is kept as a plan, and offered for the bid.
  await cardSays('A garbled vase', /Planned max\$34\.00/)
  expect(await within(await detail()).findByDisplayValue('34.00')).toBeDefined()

  for (const [auction_id, isReadable] of [
    ['500000130', true],
    ['500000131', false],
  ] as const) {
    const auction = tracking.list({ title: 'A vase of two windows', auction: { auction_id } })
    const message = isReadable
      ? 'Auction 500000130 is already monitored.'
      : `Auction ${auction_id} is already monitored.`
    const data = isReadable ? { id: auction.id, already_tracked: true, auction } : {}
    const adding = await paste(auction_id)
    await adding.findByLabelText('Your max')
    answers.loseNext(api.trackAuction, { status: 200, text: JSON.stringify({ success: true, data, message }) })
    await user.click(adding.getByRole('button', { name: 'Track' }))
    await says(isReadable ? message : 'Auction already exists but could not be retrieved.')
    await user.keyboard('{Escape}')
    await gone(() => screen.queryByRole('dialog'))
  }

  answerHistory(answers)
  answers.to(api.exportAccount, () => UNREADABLE).to(api.listHistory, () => UNREADABLE)
  await open('/bid-history')
  await says('Failed to load your existing bids. API request failed with status 502')
  await open('/settings?tab=privacy')
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
  await says('HTTP 502: Bad Gateway')
})
