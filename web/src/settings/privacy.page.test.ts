import { api } from '@bidwell/contract'
import { expect, press, screen, test, within } from '../../test/page-test.tsx'

test('A user who cannot be told what deletion does to the bids deletes nothing, and asks again', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answers.to(api.previewDeletion, () => ({ status: 503, code: 'internal', message: 'Not now' }))
  signIn()
  await open('/settings?tab=privacy')
  await press(user, 'Delete account')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  await dialog.findByText('Not now')
  const remove = dialog.getByRole('button', { name: 'Delete my account' })
  expect(remove.title).toBe('What happens to your bids is being read.')
  answers.to(api.previewDeletion, () => ({ data: { grace_days: 14, has_site_login: true, bids: [] } }))
  await press(user, 'Try again', dialog)
  await dialog.findByText(/Everything else is deleted after 14 days\./)
  expect(remove.title).toBe('')
})
