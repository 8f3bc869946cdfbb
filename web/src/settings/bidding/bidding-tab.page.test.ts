import { api } from '@bidwell/contract'
import { PROFILE } from '../../../test/answer-account.ts'
import { UNREADABLE } from '../../../test/answers.ts'
import { expect, pass, press, says, screen, test } from '../../../test/page-test.tsx'

test('The tab says that the profile could not be read, and a later read that fails leaves what was typed', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  let isAway = true
  const { subscription_tier } = PROFILE
  answers.to(api.readProfile, () => (isAway ? UNREADABLE : { data: PROFILE, subscription_tier }))
  signIn()
  await open('/settings?tab=bidding')
  await says('Failed to fetch profile')
  isAway = false
  await press(user, 'Try again')
  const lead = await screen.findByLabelText('Seconds before the close')
  await user.clear(lead)
  await user.type(lead, '42')

  isAway = true
  const reads = answers.calls(api.readProfile).length
  answers.emit({ type: 'resync' })
  await pass(30_000)
  expect(answers.calls(api.readProfile).length).toBeGreaterThan(reads)
  expect(screen.getByLabelText('Seconds before the close')).toHaveProperty('value', '42')
})
