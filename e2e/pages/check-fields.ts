import { expect, type Locator } from '@playwright/test'

const PASTED = 'pasted@example.com'

/** Checks that fields, by their labels, tell password managers what they want, and that text can be pasted into them. */
export async function checkFields(area: Locator, autocomplete: Readonly<Record<string, string>>) {
  const page = area.page()
  await page.context().grantPermissions(['clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), PASTED)
  for (const [label, wanted] of Object.entries(autocomplete)) {
    const field = area.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('autocomplete', wanted)
    await field.fill('')
    await field.press('ControlOrMeta+v')
    await expect(field).toHaveValue(PASTED)
    await field.fill('')
  }
}
