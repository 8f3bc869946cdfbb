import { messages, NOTES } from '@bidwell/contract'
import type { Locator, Page } from '@playwright/test'
import { holdAnswers } from '../pages/hold-answers.ts'
import type { TrackedAuction } from '../people/bidder.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { expect, test } from '../story.ts'

/** Selects auctions, and opens the dialog of their labels. */
async function openLabelsOf(page: Page, auctions: readonly TrackedAuction[]): Promise<Locator> {
  for (const { card } of auctions) {
    await card.getByRole('link').first().focus()
    await page.keyboard.press('x')
  }
  await page.getByRole('toolbar', { name: 'Selected auctions' }).getByRole('button', { name: 'Label' }).click()
  return page.getByRole('dialog', { name: `Label ${auctions.length} auctions` })
}

test('A note and labels are saved as typed, found, filtered by and undone, and another auction keeps its own', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const robot = await bidder.track({ title: 'A tin robot', endsInSeconds: 5_000 })
  const kettle = await bidder.track({ title: 'A copper kettle', endsInSeconds: 6_000 })
  await bidder.track({ title: 'A plain rug', endsInSeconds: 7_000 })
  await page.goto('/dashboard')
  const detail = page.getByRole('complementary', { name: 'Detail' })
  const label = detail.getByRole('combobox', { name: 'Add a label' })
  await robot.card.getByRole('link', { name: 'A tin robot' }).focus()
  await page.keyboard.press('l')
  await expect(label).toBeFocused()
  await page.keyboard.type('Gift for Dad,')
  await expect(robot.card.getByRole('list', { name: 'Labels' })).toHaveText('Gift for Dad')
  await page.keyboard.type('A name that is far too long for a label')
  await page.keyboard.press('Enter')
  await expect(detail.getByText('A label has 1 to 30 characters, and no comma.')).toBeVisible()
  await label.fill('')

  await detail.getByLabel('Your note').fill('Ask about the key.\nHe had one as a boy.')
  await expect(detail.getByText('Saved', { exact: true })).toBeVisible()
  // What is typed is saved, too, when another auction is opened at once.
  await kettle.card.getByRole('link', { name: 'A copper kettle' }).click()
  await expect(detail.getByRole('heading', { name: 'A copper kettle' })).toBeVisible()
  await detail.getByLabel('Your note').fill('Dented')
  await robot.card.getByRole('link', { name: 'A tin robot' }).click()
  await expect(detail.getByLabel('Your note')).toHaveValue('Ask about the key.\nHe had one as a boy.')
  await kettle.card.getByRole('link', { name: 'A copper kettle' }).click()
  await expect(detail.getByLabel('Your note')).toHaveValue('Dented')

  const shown = page.locator('[data-auction-card]')
  await page.getByRole('searchbox').fill('boy key')
  await expect(shown).toHaveCount(1)
  await expect(robot.card).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('combobox', { name: 'Label', exact: true }).selectOption('Gift for Dad')
  await expect(shown).toHaveCount(1)
  await expect(page).toHaveURL(/label=Gift\+for\+Dad/)
  await page.getByRole('combobox', { name: 'Label', exact: true }).selectOption('Any label')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^A command/ }).fill('for dad')
  await page.getByRole('option', { name: 'Show the label Gift for Dad' }).click()
  await expect(shown).toHaveCount(1)
  await checkScreen(page, 'labels')

  await robot.card.getByRole('link', { name: 'A tin robot' }).click()
  await detail.getByRole('button', { name: 'Remove the label Gift for Dad' }).click()
  await expect(page.getByText('Nothing here has the label “Gift for Dad”.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(robot.card.getByRole('list', { name: 'Labels' })).toHaveText('Gift for Dad')
})

test('Several selected auctions are labelled at once, and those that are not selected are not', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const robot = await bidder.track({ title: 'A tin robot', endsInSeconds: 5_000 })
  const kettle = await bidder.track({ title: 'A copper kettle', endsInSeconds: 6_000 })
  const rug = await bidder.track({ title: 'A plain rug', endsInSeconds: 7_000 })
  await page.goto('/dashboard')
  const dialog = await openLabelsOf(page, [robot, kettle])
  await dialog.getByRole('combobox', { name: 'Add a label' }).fill('Resale')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveText(/Resale\s*all/)
  await page.route('**/api/auctions/labels', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('alert')).toHaveText(messages.generic.networkError)
  await checkScreen(page, 'label-dialog')
  await dialog.getByRole('button', { name: 'Done' }).click()
  for (const { card } of [robot, kettle]) await expect(card.getByRole('list', { name: 'Labels' })).toHaveText('Resale')
  await expect(rug.card.getByRole('list', { name: 'Labels' })).toHaveCount(0)
})
