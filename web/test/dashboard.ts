import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { card, cardOf, detail, expect, waitFor } from './page-test.tsx'

/** Chooses an entry of the menu on an auction's card. */
export async function choose(user: UserEvent, title: string, entry: string | RegExp): Promise<void> {
  await user.click(within(await card(title)).getByRole('button', { name: /More for/ }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}

/** Opens the sheet of an item by submitting its link or number. */
export async function paste(user: UserEvent, reference: string): Promise<HTMLElement> {
  const field = await screen.findByRole('searchbox')
  await user.clear(field)
  await user.click(field)
  await user.paste(reference)
  await user.keyboard('{Enter}')
  return screen.findByRole('dialog', { name: /Add/ })
}

/** Selects auctions by the checkboxes of their cards. */
export async function select(user: UserEvent, ...titles: string[]): Promise<void> {
  for (const title of titles) await user.click(within(await card(title)).getByRole('checkbox'))
}

/** Opens an auction beside the list. */
export async function openAuction(user: UserEvent, title: string): Promise<void> {
  await user.click(within(await card(title)).getByRole('link', { name: title }))
  await within(await detail()).findByRole('heading', { name: title })
}

/** Waits until a card says so. */
export const cardSays = (title: string, text: string | RegExp): Promise<void> =>
  waitFor(() => expect(cardOf(title)?.textContent).toMatch(text))

/** Types the maximum of a form in place of what is there. */
export async function typeMax(user: UserEvent, form: HTMLElement, max: string, label = 'Your max'): Promise<void> {
  const field = within(form).getByLabelText(label)
  await user.clear(field)
  await user.type(field, max)
}

/** The bar of what is selected. */
export const selectionBar = (): HTMLElement => screen.getByRole('toolbar', { name: 'Selected auctions' })
