import { vi } from 'vitest'
import { card, expect, gone, press, screen, test, within } from '../../../test/page-test.tsx'

const LINE = 'Hear when it ends:'
const line = async () => within((await screen.findByText(LINE)).closest('section')!)

/** A browser that can receive alerts, and whose user forbids them when asked. */
function pretendPush() {
  let permission = 'default'
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: async () => (permission = 'denied'),
  })
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => undefined, addEventListener: () => {}, register: async () => {} },
  })
  return { [Symbol.dispose]: () => void Reflect.deleteProperty(navigator, 'serviceWorker') }
}

test('From the first bid on, one line invites a user to verify the address, until it is dismissed', async ({
  open,
  signIn,
  tracking,
  user,
}) => {
  signIn({ email_verified: false })
  tracking.track({ title: 'Brass lamp' })
  await open('/dashboard')
  await card('Brass lamp')
  expect(screen.queryByText(LINE)).toBeNull()

  tracking.track({ title: 'Copper pot', bid: { max_bid: 20 } })
  await open('/dashboard')
  const verify = (await line()).getByRole('link', { name: 'Verify ann@example.com' })
  expect(verify.getAttribute('href')).toBe('/verify-email')
  expect((await line()).queryByText('Alerts on this device')).toBeNull()
  await press(user, 'Dismiss', await line())
  await gone(() => screen.queryByText(LINE))
  await open('/dashboard')
  await card('Copper pot')
  expect(screen.queryByText(LINE)).toBeNull()
})

test('A user whose address is verified is invited to alerts on this device alone, while they can be turned on', async ({
  open,
  signIn,
  tracking,
  user,
}) => {
  signIn({ email_verified: true })
  tracking.track({ title: 'Brass lamp', bid: { max_bid: 20 } })
  await open('/dashboard')
  await card('Brass lamp')
  expect(screen.queryByText(LINE)).toBeNull()

  using _push = pretendPush()
  await open('/dashboard')
  expect((await line()).queryByRole('link')).toBeNull()
  await press(user, 'Alerts on this device', await line())
  await gone(() => screen.queryByText(LINE))
})
