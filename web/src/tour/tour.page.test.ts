import { api } from '@bidwell/contract'
import { LOST } from '../../test/answers.ts'
import { expect, gone, pass, says, screen, test, waitFor, within } from '../../test/page-test.tsx'

const tour = () => within(screen.getByRole('dialog'))
const noTour = () => screen.queryByRole('dialog')
const offer = () => screen.queryByText('New here?')
const demo = () => within(screen.getByRole('region', { name: 'Demo auction' }))

test('A new user is offered the tour, takes its four steps to the end, and can take it again', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answers
    .to(api.readSetupStatus, () => ({ data: {}, status: { should_show_guided_tour: true } }))
    .to(api.completeTour, () => ({ data: {} }))
    .to(api.skipTour, () => ({ data: {} }))
  signIn()
  await open('/dashboard')
  const press = (name: string) => user.click(tour().getByRole('button', { name }))
  await user.click(await screen.findByRole('button', { name: 'Take the tour' }))
  await screen.findByRole('dialog', { name: 'Welcome to Bidwell' })
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
  expect(tour().getByText('Step 1 of 4')).toBeDefined()
  expect(tour().queryByRole('button', { name: 'Back' })).toBeNull()
  await press('Next')
  await screen.findByRole('dialog', { name: 'An auction that you track' })
  expect(demo().getByText('No bid')).toBeDefined()
  await user.click(demo().getByRole('button', { name: 'Schedule bid' }))
  expect(await demo().findByText('$40.00')).toBeDefined()
  expect(answers.calls(api.scheduleBid)).toEqual([])
  await press('Back')
  await screen.findByRole('dialog', { name: 'Welcome to Bidwell' })
  await press('Next')
  await press('Next')
  await screen.findByRole('dialog', { name: 'Connect your account' })
  await press('Next')
  await pass(499)
  expect(screen.getByRole('dialog', { name: 'Connect your account' })).toBeDefined()
  await pass(1)
  expect(screen.getByRole('dialog', { name: 'Your login goes here' })).toBeDefined()
  await waitFor(() => expect(location.pathname + location.search).toBe('/settings?tab=credentials'))
  expect(tour().queryByRole('button', { name: 'Next' })).toBeNull()
  expect(JSON.parse(localStorage.getItem('guidedTourState') ?? '')).toMatchObject({ isActive: true, currentStep: 3 })

  await press('Finish')
  expect(noTour()).toBeNull()
  await pass(99)
  expect(location.pathname).toBe('/settings')
  await pass(1)
  expect(location.pathname).toBe('/dashboard')
  await says('Nothing tracked yet.')
  expect(offer()).toBeNull()
  expect(answers.calls(api.completeTour)).toHaveLength(1)
  expect(localStorage.getItem('tourCompleted')).toBe('true')
  expect(localStorage.getItem('guidedTourState')).toBeNull()

  await open('/dashboard')
  await user.click(screen.getByRole('button', { name: /^Account of/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Take the tour' }))
  await says('Step 1 of 4')
  await user.keyboard('{Escape}')
  await gone(noTour)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Account of/ })))
  expect(answers.calls(api.readSetupStatus)).toHaveLength(1)
})

test('A user leaves the tour, continues it at its step, and skips it, whatever the browser has kept and the server answers', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  answers
    .to(api.readSetupStatus, () => ({ data: {}, status: { should_show_guided_tour: true } }))
    .to(api.skipTour, () => LOST)
    .once(api.readSetupStatus, () => LOST)
  signIn()
  await open('/dashboard')
  await says('Nothing tracked yet.')
  await waitFor(() => expect(answers.calls(api.readSetupStatus)).toHaveLength(1))
  expect(offer()).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()

  await open('/dashboard')
  await user.click(await screen.findByRole('button', { name: 'Take the tour' }))
  await user.click(tour().getByRole('button', { name: 'Next' }))
  await open('/dashboard')
  await says('You left the tour at step 2 of 4.')
  expect(noTour()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue the tour' }))
  await says('Step 2 of 4')
  await user.click(tour().getByRole('button', { name: 'Back' }))
  expect(document.activeElement).toBe(screen.getByRole('dialog'))

  const invalid = { isActive: true, currentStep: 4, shouldShowTour: true, isLoading: false }
  localStorage.setItem('guidedTourState', JSON.stringify(invalid))
  await open('/dashboard')
  await says('New here?')
  await user.click(screen.getByRole('button', { name: 'Take the tour' }))
  await says('Step 1 of 4')
  await user.click(tour().getByRole('button', { name: 'Skip Tour' }))
  await gone(noTour)
  expect(offer()).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(localStorage.getItem('tourCompleted')).toBe('true')
  expect(localStorage.getItem('guidedTourState')).toBeNull()

  const asked = answers.calls(api.readSetupStatus).length
  await open('/dashboard?tour')
  await says('Step 1 of 4')
  expect(answers.calls(api.readSetupStatus)).toHaveLength(asked)
})
