import { expect, screen, test } from '../../test/page-test.tsx'

const WORDS = /pricing|trial|billing|refund|subscription|upgrade/i

test('An installation without plans shows no page, link or word about them', async ({ open, signIn, user }) => {
  const expectNoWord = () => expect(document.body.textContent).not.toMatch(WORDS)
  await open('/')
  await screen.findAllByRole('button', { name: 'Create an account' })
  expectNoWord()
  signIn()
  for (const path of ['/pricing', '/billing-faq', '/refund-policy']) {
    await open(path)
    await screen.findByRole('heading', { name: 'There is no page here' })
    expectNoWord()
  }
  await open('/settings?tab=subscription')
  expect((await screen.findByRole('tab', { name: 'You' })).getAttribute('aria-selected')).toBe('true')
  expectNoWord()
  await open('/dashboard')
  await screen.findByText('Nothing tracked yet.')
  expectNoWord()
  await user.click(screen.getByRole('button', { name: /^Account of/ }))
  await screen.findByRole('menuitem', { name: 'Settings' })
  expectNoWord()
})
