import { api, historyEntryFromWire, messages } from '@bidwell/contract'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { answerHistory } from '../../test/answer-history.ts'
import { LOST } from '../../test/answers.ts'
import { expect, gone, says, screen, test, waitFor, within } from '../../test/page-test.tsx'
import { deleteMutation, restoreMutation } from './history-queries.ts'

const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) })

test('What was deleted from the history comes back with Undo, which a user who signs out takes along', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerHistory(answers)
  signIn()
  await open('/bid-history')
  const remove = async (title: string) => {
    await user.click(within(await row(title)).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText(messages.history.deletedOne('bid'))
    expect(screen.queryByRole('row', { name: new RegExp(title) })).toBeNull()
  }
  const findUndo = () => screen.queryByRole('button', { name: 'Undo' })
  await remove('Folding camera')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await row('Folding camera')
  await gone(findUndo)

  await remove('Stoneware teapot')
  await row('Folding camera')
  await user.click(screen.getByRole('button', { name: /^Account of/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await screen.findByText(messages.account.loggedOut)
  await gone(findUndo)
})

test('A deletion from the history that gets no answer is told and leaves the row, and an undo that gets none is told too', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerHistory(answers)
  signIn()
  await open('/bid-history')
  const remove = async (title: string) =>
    user.click(within(await row(title)).getByRole('button', { name: `Delete ${title} from your history` }))
  const undo = async (text: string) => {
    await screen.findByText(text)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await gone(() => screen.queryByRole('button', { name: 'Undo' }))
  }

  answers.once(api.deleteBids, () => LOST)
  await remove('Folding camera')
  await screen.findByText(new RegExp(messages.generic.networkError))
  await row('Folding camera')
  await undo(messages.history.maybeDeleted(1))
  await row('Folding camera')

  // The server has done it, and its answer is lost: what is gone can be brought back.
  answers.loseNext(api.deleteBids)
  await remove('Stoneware teapot')
  await undo(messages.history.maybeDeleted(1))
  await row('Stoneware teapot')

  await remove('Classical guitar')
  answers.once(api.restoreBids, () => LOST)
  await undo(messages.history.deletedOne('bid'))
  await screen.findByText(messages.bidRefusal.notRestored)
  expect(screen.queryByRole('row', { name: /Classical guitar/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await row('Classical guitar')
})

test('The history shows each result with its sums, and asks for the filter, the order and the search that are chosen', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answerHistory(answers)
  signIn()
  await open('/bid-history')
  expect((await row('Stoneware teapot')).textContent).toMatch(/Won.*\$12\.00.*\$24\.00.*\$12\.00 under/)
  expect((await row('Folding camera')).textContent).toMatch(/Sold for \$61\.00.*Lost.*\$55\.00.*–/)
  await says('won 2 of 3, spent $43.50')

  await user.click(screen.getByRole('button', { name: 'Lost' }))
  await gone(() => screen.queryByText('Stoneware teapot'))
  await row('Folding camera')
  await user.click(screen.getByRole('button', { name: 'No bid' }))
  await screen.findByText('None of these yet.')
  await user.click(screen.getByRole('link', { name: 'Show all' }))
  for (const [column, sort] of [
    ['Paid', 'paid.desc'],
    ['Item', 'item.asc'],
    ['Item', 'item.desc'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: column }))
    await waitFor(() => expect(location.search).toContain(`sort=${sort}`))
    const heading = screen.getByRole('columnheader', { name: column })
    expect(heading.getAttribute('aria-sort')).toBe(sort.endsWith('asc') ? 'ascending' : 'descending')
  }
  await user.type(screen.getByRole('searchbox', { name: 'Search your history' }), 'LAMP desk ')
  await waitFor(() => expect(location.search).toBe('?search=LAMP+desk&sort=item.desc'))
  expect(answers.calls(api.listHistory).at(-1)?.query).toMatchObject({ search: 'LAMP desk' })
})

test('More entries of the history than the server takes in one call are deleted in several, and come back in several', async ({
  answers,
  signIn,
}) => {
  const entries = answerHistory(answers, 501).map(historyEntryFromWire)
  signIn()
  const client = new QueryClient()
  await new MutationObserver(client, deleteMutation).mutate({ entries })
  await new MutationObserver(client, restoreMutation).mutate({ entries })
  for (const endpoint of [api.deleteBids, api.restoreBids]) {
    expect(answers.calls(endpoint).map(({ body }) => body.bidIds.length)).toEqual([500, 1])
  }
})
