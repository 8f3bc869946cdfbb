import { within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

const PASTED = 'pasted@example.com'

/** Checks that fields, by their labels, tell password managers what they want, and that text can be pasted into them. */
export async function checkFields(user: UserEvent, area: HTMLElement, autocomplete: Readonly<Record<string, string>>) {
  for (const [label, wanted] of Object.entries(autocomplete)) {
    const field = within(area).getByLabelText(label)
    expect(field.getAttribute('autocomplete'), label).toBe(wanted)
    await user.clear(field)
    await user.paste(PASTED)
    expect(field, label).toHaveProperty('value', PASTED)
    await user.clear(field)
  }
}
