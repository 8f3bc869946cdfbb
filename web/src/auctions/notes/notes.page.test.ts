import { api, messages } from '@bidwell/contract'
import type { UserEvent } from '@testing-library/user-event'
import { openAuction, select, selectionBar } from '../../../test/dashboard.ts'
import { card, cardOf, detail, expect, pass, screen, test, waitFor, within } from '../../../test/page-test.tsx'

const [ROBOT, KETTLE, RUG] = ['A tin robot', 'A copper kettle', 'A plain rug']
const TOO_MANY = messages.note.tooManyOnAuction(ROBOT)
const REFUSED = { status: 409, code: 'limit_reached', message: TOO_MANY }

async function openLabelsOf(user: UserEvent, ...titles: string[]): Promise<HTMLElement> {
  await select(user, ...titles)
  await user.click(within(selectionBar()).getByRole('button', { name: 'Label' }))
  return screen.findByRole('dialog', { name: `Label ${titles.length} auctions` })
}

const noteField = async () => within(await detail()).getByLabelText<HTMLTextAreaElement>('Your note')
const noteIs = (text: string) => waitFor(() => expect(screen.getByLabelText('Your note')).toHaveProperty('value', text))
const labelsOf = (title: string) => within(cardOf(title)!).queryByRole('list', { name: 'Labels' })?.textContent ?? null

test('A note and labels are saved as typed, found, filtered by and undone, and another auction keeps its own', async ({
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const title of [ROBOT, KETTLE, RUG]) tracking.track({ title })
  signIn()
  await open('/dashboard')
  within(await card(ROBOT))
    .getByRole('link', { name: ROBOT })
    .focus()
  await user.keyboard('l')
  const label = within(await detail()).getByRole('combobox', { name: 'Add a label' })
  expect(document.activeElement).toBe(label)
  await user.keyboard('Gift for Dad,')
  await waitFor(() => expect(labelsOf(ROBOT)).toBe('Gift for Dad'))
  await user.keyboard('A name that is far too long for a label{Enter}')
  await screen.findByText('A label has 1 to 30 characters, and no comma.')
  await user.clear(label)

  await user.type(await noteField(), 'Ask about the key.{Enter}He had one as a boy.')
  await screen.findByText('Saved')
  // What is typed is saved, too, when another auction is opened at once.
  await openAuction(user, KETTLE)
  await user.type(await noteField(), 'Dented')
  await openAuction(user, ROBOT)
  expect(await noteField()).toHaveProperty('value', 'Ask about the key.\nHe had one as a boy.')
  await openAuction(user, KETTLE)
  expect(await noteField()).toHaveProperty('value', 'Dented')

  const onlyRobot = () =>
    waitFor(() =>
      expect([ROBOT, KETTLE, RUG].map((title) => cardOf(title) !== undefined)).toEqual([true, false, false]),
    )
  await user.type(screen.getByRole('searchbox'), 'boy key')
  await onlyRobot()
  await user.clear(screen.getByRole('searchbox'))
  await card(KETTLE)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Label' }), 'Gift for Dad')
  await onlyRobot()
  expect(location.search).toContain('label=Gift+for+Dad')
  await openAuction(user, ROBOT)
  await user.click(screen.getByRole('button', { name: 'Remove the label Gift for Dad' }))
  await screen.findByText('Nothing here has the label “Gift for Dad”.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await card(ROBOT)
  expect(labelsOf(ROBOT)).toBe('Gift for Dad')
})

test('Several selected auctions are labelled at once, and those that are not selected are not', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const title of [ROBOT, KETTLE, RUG]) tracking.track({ title })
  signIn()
  await open('/dashboard')
  const dialog = await openLabelsOf(user, ROBOT, KETTLE)
  await user.type(within(dialog).getByRole('combobox', { name: 'Add a label' }), 'Resale{Enter}')
  expect((await within(dialog).findByRole('listitem')).textContent).toMatch(/Resale\s*all/)
  answers.once(api.labelAuctions, () => 'lost')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText(messages.generic.networkError)
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  expect([ROBOT, KETTLE, RUG].map(labelsOf)).toEqual(['Resale', 'Resale', null])
})

test('A refused label is told although its dialog is closed, and replaces nothing that was typed meanwhile', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const title of [ROBOT, KETTLE]) tracking.track({ title })
  answers.to(api.labelAuctions, () => REFUSED)
  signIn()
  await open('/dashboard')
  const dialog = await openLabelsOf(user, ROBOT, KETTLE)
  const field = within(dialog).getByRole('combobox', { name: 'Add a label' })
  await user.type(field, 'Resale{Enter}')
  await within(dialog).findByText(TOO_MANY)
  expect(field).toHaveProperty('value', 'Resale')

  const typedOver = answers.hold(api.labelAuctions)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(typedOver.calls()).toBe(1))
  await user.type(field, 'Gift')
  typedOver.release()
  await screen.findByText(messages.note.notLabelled('Resale', TOO_MANY))
  expect(field).toHaveProperty('value', 'Gift')

  const closed = answers.hold(api.labelAuctions)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(closed.calls()).toBe(1))
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  closed.release()
  await screen.findByText(messages.note.notLabelled('Gift', TOO_MANY))
  expect(labelsOf(KETTLE)).toBeNull()
})

test('A note that another window changes meanwhile is shown beside what is typed, and neither is lost', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const { auction } = tracking.track({ title: ROBOT })
  answers.once(api.noteAuction, () => 'lost')
  signIn()
  await open('/dashboard')
  await user.type(await noteField(), 'Typed here')
  await pass(1_000)
  tracking.change(auction.id, { auction: { note: 'Typed there' } })
  answers.emit({ type: 'auction-updated', auction: { ...auction, note: 'Typed there' } })
  const told = (await screen.findByText('“Typed there”')).closest('[role=alert]')
  expect(told?.textContent).toContain('Changed in another window')
  await noteIs('Typed here')
  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() =>
    expect(answers.calls(api.noteAuction).at(-1)?.body).toEqual({ note: 'Typed here', replaces: 'Typed there' }),
  )
})

test('What is typed while an earlier save is on its way is saved as well, when another auction is opened at once', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  for (const title of [ROBOT, KETTLE]) tracking.track({ title })
  signIn()
  await open('/dashboard')
  const saves = answers.hold(api.noteAuction, { outdated: true })
  await user.type(await noteField(), 'First')
  await waitFor(() => expect(saves.calls()).toBe(1))
  await user.type(await noteField(), ', and second')
  await openAuction(user, KETTLE)
  await noteIs('')
  saves.release()
  await openAuction(user, ROBOT)
  await noteIs('First, and second')
  await open('/dashboard')
  await noteIs('First, and second')
})

test('Ctrl+Z undoes a removed label and an emptied note that the server has not answered yet', async ({
  answers,
  open,
  signIn,
  tracking,
  user,
}) => {
  const { auction } = tracking.track({ title: ROBOT, auction: { note: 'Dented', labels: ['Gift'] } })
  signIn()
  await open('/dashboard')
  await card(ROBOT)
  // The server does it at once, and tells it by an event.
  const labelling = answers.hold(api.labelAuctions, { outdated: true })
  await user.click(await screen.findByRole('button', { name: 'Remove the label Gift' }))
  await waitFor(() => expect(labelling.calls()).toBe(1))
  answers.emit({ type: 'auction-updated', auction: tracking.change(auction.id, {}).auction })
  await waitFor(() => expect(labelsOf(ROBOT)).toBeNull())
  await user.keyboard('{Control>}z{/Control}')
  labelling.release()
  await waitFor(() => expect(labelsOf(ROBOT)).toBe('Gift'))

  const noting = answers.hold(api.noteAuction, { outdated: true })
  await user.clear(await noteField())
  await waitFor(() => expect(noting.calls()).toBe(1))
  ;(await noteField()).blur()
  await user.keyboard('{Control>}z{/Control}')
  noting.release()
  await noteIs('Dented')
})

test('The detail leads to what such things sold for, in a tab of its own that learns nothing of this one', async ({
  open,
  signIn,
  tracking,
}) => {
  tracking.track({ title: 'Very nice Canon AE-1 camera - untested' })
  signIn()
  await open('/dashboard')
  const link = within(await detail()).getByRole('link', { name: /^What did such things/ })
  expect(link.getAttribute('href')).toBe(
    'https://www.ebay.com/sch/i.html?_nkw=Canon+AE-1+camera&LH_Sold=1&LH_Complete=1',
  )
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  expect(link.getAttribute('target')).toBe('_blank')
})
