import { LABELS } from '../../../e2e/spec-sentences.ts'
import { expect, screen, test, within } from '../../test/page-test.tsx'

test('A page that needs an account offers to sign in', async ({ open }) => {
  await open('/bid-history')
  await screen.findByRole('heading', { level: 1, name: 'Sign in to see your bid history' })
  const gate = within(screen.getByRole('main'))
  await gate.findByRole('button', { name: 'Create an account' })
  expect(gate.getByText(/You will come straight back to this page\./)).toBeDefined()
  expect(gate.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    LABELS.signIn,
    'Create an account',
  ])
  expect(gate.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Home', 'Features'])
})

test('An unknown address shows the page for missing pages', async ({ open }) => {
  await open('/no-such-page')
  await screen.findByRole('heading', { name: 'There is no page here' })
})
