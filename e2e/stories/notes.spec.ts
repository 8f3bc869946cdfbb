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

test('A refused label is told although its dialog is closed, and replaces nothing that was typed meanwhile', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const robot = await bidder.track({ title: 'A tin robot', endsInSeconds: 5_000 })
  const kettle = await bidder.track({ title: 'A copper kettle', endsInSeconds: 6_000 })
  const { data } = await bidder.prepare.call<{ data: { auctions: { id: number; title: string }[] } }>(
    'GET',
    '/auctions',
  )
  const ids = data.auctions.filter(({ title }) => title === 'A tin robot').map(({ id }) => id)
  const most = Array.from({ length: NOTES.labelsPerAuction }, (_, n) => `Label ${n}`)
  await bidder.prepare.call('POST', '/auctions/labels', { ids, add: most })
  await page.goto('/dashboard')
  const dialog = await openLabelsOf(page, [robot, kettle])
  const field = dialog.getByRole('combobox', { name: 'Add a label' })
  const refused = (label: string) =>
    page
      .getByRole('alert')
      .filter({ hasText: messages.note.notLabelled(label, messages.note.tooManyOnAuction('A tin robot')) })

  await field.fill('Resale')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(messages.note.tooManyOnAuction('A tin robot'))).toBeVisible()
  await expect(field).toHaveValue('Resale')

  const typedOver = await holdAnswers(page, 'POST', /\/labels$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => typedOver.calls()).toBe(1)
  await field.fill('Gift')
  await typedOver.release()
  await expect(refused('Resale')).toBeVisible()
  await expect(field).toHaveValue('Gift')

  const closed = await holdAnswers(page, 'POST', /\/labels$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => closed.calls()).toBe(1)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  await closed.release()
  await expect(refused('Gift')).toBeVisible()
  await expect(kettle.card.getByRole('list', { name: 'Labels' })).toHaveCount(0)
})

test('A note that another window changes meanwhile is shown beside what is typed, and neither is lost', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const robot = await bidder.track({ title: 'A tin robot', endsInSeconds: 5_000 })
  await page.goto('/dashboard')
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  const noteIn = (window: typeof page) => window.getByRole('complementary', { name: 'Detail' }).getByLabel('Your note')
  await expect(noteIn(page)).toHaveValue('')
  await page.route('**/api/auctions/*/note', (route) => route.abort())
  await noteIn(page).fill('Typed here')
  await noteIn(other).fill('Typed there')
  await expect(page.getByRole('alert').filter({ hasText: 'Changed in another window' })).toContainText('“Typed there”')
  await expect(noteIn(page)).toHaveValue('Typed here')
  await expect(noteIn(other)).toHaveValue('Typed there')
  await page.unroute('**/api/auctions/*/note')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(noteIn(other)).toHaveValue('Typed here')
  await expect(robot.card).toBeVisible()
})

test('What is typed while an earlier save is on its way is saved as well, when another auction is opened at once', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  const robot = await bidder.track({ title: 'A tin robot', endsInSeconds: 5_000 })
  const kettle = await bidder.track({ title: 'A copper kettle', endsInSeconds: 6_000 })
  await page.goto('/dashboard')
  const note = page.getByRole('complementary', { name: 'Detail' }).getByLabel('Your note')
  const saves = await holdAnswers(page, 'PUT', /\/note$/, { outdated: true })
  await note.fill('First')
  await expect.poll(() => saves.calls()).toBe(1)
  await note.fill('First, and second')
  await kettle.card.getByRole('link', { name: 'A copper kettle' }).click()
  await expect(note).toHaveValue('')
  await saves.release()
  await robot.card.getByRole('link', { name: 'A tin robot' }).click()
  await expect(note).toHaveValue('First, and second')
  await page.reload()
  await expect(note).toHaveValue('First, and second')
})

test('The detail leads to what such things sold for, in a tab of its own that learns nothing of this one', async ({
  page,
  bidder,
}) => {
  await bidder.startConnected()
  await bidder.track({ title: 'Very nice Canon AE-1 camera - untested', endsInSeconds: 5_000 })
  await page.goto('/dashboard')
  const link = page.getByRole('complementary', { name: 'Detail' }).getByRole('link', { name: /^What did such things/ })
  await expect(link).toHaveAttribute(
    'href',
    'https://www.ebay.com/sch/i.html?_nkw=Canon+AE-1+camera&LH_Sold=1&LH_Complete=1',
  )
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(link).toHaveAttribute('target', '_blank')
})
