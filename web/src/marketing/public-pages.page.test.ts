import { api, messages } from '@bidwell/contract'
import { answerPlans } from '../../test/answer-plans.ts'
import { expect, press, says, screen, test, vi, waitFor } from '../../test/page-test.tsx'

const SUPPORT = { support_email: null, takes_messages: false, has_mailbox: false }

test('Where the operator publishes no address, the page for contact and the help say so and name no mail', async ({
  answers,
  open,
}) => {
  answers.to(api.readOperator, () => ({ data: SUPPORT }))
  for (const path of ['/contact', '/help']) {
    await open(path)
    await says('No address is published here.')
    expect(screen.queryByText('By mail')).toBeNull()
    expect(screen.queryByText('Write a message')).toBeNull()
    expect(document.querySelector('[href^="mailto:"]')).toBeNull()
  }
})

test('A message that misses its text is not sent, and one whose answer is lost is sent again with the same key', async ({
  answers,
  open,
  user,
}) => {
  const keys: (string | null)[] = []
  const { fetch } = answers
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path.endsWith(api.sendMessage.path)) keys.push(new Headers(init.headers).get('idempotency-key'))
    return fetch(path, init)
  })
  answers.to(api.sendMessage, () => ({ data: {} })).loseNext(api.sendMessage)
  await open('/contact')
  await press(user, 'Send message')
  await says('Message is required')
  const email = screen.getByLabelText('Your email')
  expect(document.activeElement).toBe(email)
  await user.type(email, 'ann@example.com')
  await user.type(screen.getByLabelText('Message'), 'My lamp arrived.')
  await press(user, 'Send message')
  await says(messages.generic.networkError)
  await press(user, 'Send message')
  await says(messages.contact.sent)
  await waitFor(() => expect(email).toHaveProperty('value', ''))
  expect(keys).toEqual([keys[0], keys[0]])
  expect(keys[0]).not.toBeNull()
})

test("Beside the operator's claims, the home page says what is measured, once a visitor comes to them", async ({
  answers,
  open,
}) => {
  let come = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(listener: IntersectionObserverCallback) {
        come = () => listener([{ isIntersecting: true } as IntersectionObserverEntry], this as never)
      }
      observe() {}
      disconnect() {}
    },
  )
  answerPlans(answers)
  const rows = ['ours', 'site', 'login', 'limit', 'ended_early', 'unknown', 'corrected'] as const
  const none = Object.fromEntries(rows.map((row) => [row, 0])) as Record<(typeof rows)[number], number>
  const counts = { days: 90, due: 400, accepted: 396, sent: 398, overtaken: 0, stopped: 0 }
  answers.to(api.readServiceLevel, () => ({
    data: {
      counted_at: new Date().toISOString(),
      figures: [{ practice: true, periods: [{ ...none, ...counts, lead: null, late: null }] }],
    },
  }))
  await open('/')
  await says(messages.serviceLevel.measuresBids)
  expect(answers.calls(api.readServiceLevel)).toEqual([])
  come()
  await says(
    'It has measured that 396 of 400 due bids of the last 90 days were accepted in time (99.0%), at a practice site.',
  )
})
