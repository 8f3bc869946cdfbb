import { api, type NotStopped } from '@bidwell/contract'
import { CONNECTED } from '../../test/answer-account.ts'
import { press, says, screen, test, within } from '../../test/page-test.tsx'

const REMOVED = { ...CONNECTED, hasCredentials: false, username: null, hasValidToken: false }

test('Removing the site login warns of a bid that could not be stopped, although the page shows the removal first', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  const message = 'Locked in before you changed your site login, so it could not be stopped.'
  const sent: NotStopped = { id: 1, auction_id: '500000001', title: 'A lamp on its way', because: 'locked_in', message }
  answers.to(api.removeCredentials, () => ({ data: { ...REMOVED, not_stopped: [sent] } }))
  const removal = answers.hold(api.removeCredentials, { outdated: true })
  signIn()
  await open('/settings?tab=credentials')
  await press(user, 'Remove login')
  await press(user, 'Remove login', within(await screen.findByRole('dialog')))
  answers.emit({ type: 'connection_changed', status: REMOVED })
  await says('Connect your Auction House account')
  removal.release()
  await says('A lamp on its way')
  await says(message)
  await says('Your Auction House login has been forgotten')
})
