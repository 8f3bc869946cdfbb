import { api, messages } from '@bidwell/contract'
import { CONNECTED } from '../../../test/answer-account.ts'
import { SITE } from '../../../test/answer-installation.ts'
import type { Answers } from '../../../test/answers.ts'
import { cardSays, paste } from '../../../test/dashboard.ts'
import { expect, gone, press, screen, shows, test, waitFor, within } from '../../../test/page-test.tsx'

const BUTTON = 'Add an auction that ends in 2 min'
const steps = async () => within(await screen.findByRole('region', { name: 'Three steps to your first bid' }))
const firstIsDone = async () => {
  const [first] = (await steps()).getAllByRole('listitem')
  await waitFor(() => expect(first?.textContent).toContain('done'))
}
const practise = (answers: Answers) => answers.to(api.readSite, () => ({ data: { ...SITE, practice: true } }))

test('A new user is given an auction that ends in two minutes, by the first steps and after the link of another site', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const lamp = tracking.list({ title: 'Brass desk lamp, to practise on' })
  practise(answers).to(api.listPracticeAuction, () => ({ data: { url: lamp.item_url } }))
  signIn()
  await open('/dashboard')
  await press(user, BUTTON, await steps())
  await screen.findByRole('dialog', { name: 'Add an auction' })
  await shows('Brass desk lamp')
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('dialog'))

  const message = messages.auction.badReference('Auction House')
  answers.once(api.scrapeAuction, () => ({ status: 400, code: 'invalid_reference', message }))
  const sheet = await paste(user, 'https://shopgoodwill.com/item/123456789')
  await shows('This installation only practises at Auction House.')
  await press(user, BUTTON, within(sheet))
  await user.type(await screen.findByLabelText('Your max'), '35')
  await press(user, /^Bid up to/)
  await cardSays(lamp.title, 'Bid scheduled')
  await firstIsDone()
  expect((await steps()).queryByRole('button', { name: BUTTON })).toBeNull()
})

test('One tap fills in the practice login, and the next step follows once a login is stored', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  let status = { ...CONNECTED, hasCredentials: false, username: null as string | null, hasValidToken: false }
  practise(answers)
    .to(api.readCredentialsStatus, () => ({ data: status }))
    .to(api.storeCredentials, () => {
      status = CONNECTED
      return { data: { ...status, not_stopped: [] } }
    })
  signIn()
  await open('/dashboard')
  await press(user, 'Fill in demo / demo', await steps())
  for (const label of ['User name', 'Password']) {
    expect((await steps()).getByLabelText(label)).toHaveProperty('value', 'demo')
  }
  await press(user, 'Connect', await steps())
  await firstIsDone()
  await (await steps()).findByRole('button', { name: BUTTON })
})
