import { api } from '@bidwell/contract'
import { LOST } from '../../../test/answers.ts'
import { expect, screen, test, waitFor, within } from '../../../test/page-test.tsx'

test('The help page shows what the browser reaches, and copies it for the operator without anything secret', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  signIn()
  await open('/help?email=ann@example.com')
  expect((await screen.findByRole('link', { name: 'Track on Bidwell' })).getAttribute('href')).toBe(
    `javascript:void window.open("${location.origin}/add?url="+encodeURIComponent(location.href))`,
  )
  await user.click(screen.getByRole('button', { name: 'Check the connection' }))
  const find = (text: string | RegExp) =>
    waitFor(() => within(screen.getByLabelText('Connection check')).getByText(text))
  await find(/^Answers in \d+ ms$/)
  await find('Answers')
  await find('Not set up here')
  await find(/ms against the auction site/)
  // The help page looks neither after the user's bids nor after the logins.
  for (const call of [api.listAuctions, api.listBids, api.readCredentialsStatus, api.readProfile, api.refreshToken]) {
    expect(answers.calls(call)).toEqual([])
  }
  await user.click(screen.getByRole('button', { name: 'Copy for the operator' }))
  const copied = await navigator.clipboard.readText()
  expect(copied).toMatch(/^Bidwell connection check\nNetwork: Online\nBidwell: Answers in/)
  expect(copied).not.toMatch(/@|ey[A-Za-z0-9_-]{10}|Bearer/)

  answers.to(api.readHealth, () => LOST)
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  await find('Does not answer')
})
