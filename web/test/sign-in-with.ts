import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** Fills in and sends the open form for e-mail and password. Returns once it is answered. */
export async function signInWith(user: UserEvent, password: string): Promise<void> {
  const form = within(await screen.findByRole('dialog'))
  const send = await form.findByRole('button', { name: 'Sign in' })
  for (const [label, text] of [
    ['Email', 'ann@example.com'],
    ['Password', password],
  ] as const) {
    await user.clear(form.getByLabelText(label))
    await user.type(form.getByLabelText(label), text)
  }
  await user.click(send)
  await waitFor(() => expect(send.isConnected && send.getAttribute('aria-busy')).not.toBe('true'))
}
