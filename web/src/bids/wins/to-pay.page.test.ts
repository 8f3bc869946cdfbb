import { api } from '@bidwell/contract'
import { press, says, screen, test, within } from '../../../test/page-test.tsx'

test('Without wins the page says so, and a list that cannot be read offers to try again', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  signIn()
  await open('/to-pay')
  await says('Nothing to pay.')
  let isBroken = true
  const message = 'Something went wrong on our side'
  answers.where(
    api.listWins,
    () => isBroken,
    () => ({ status: 500, code: 'internal', message }),
  )
  await open('/to-pay')
  await says(message)
  isBroken = false
  await press(user, 'Try again', within(screen.getByRole('main')))
  await says('Nothing to pay.')
})
