import { onTestFinished } from 'vitest'
import { card, expect, gone, screen, test, within } from '../../../test/page-test.tsx'

test('A card that fails takes no other card with it, and can be shown again', async ({
  open,
  signIn,
  tracking,
  user,
}) => {
  // The countdown of each card asks for the card that it is in.
  const closest: (selector: string) => Element | null = Reflect.get(Element.prototype, 'closest')
  const mend = () => Reflect.set(Element.prototype, 'closest', closest)
  onTestFinished(() => void mend())
  Reflect.set(Element.prototype, 'closest', function (this: Element, selector: string) {
    const found = closest.call(this, selector)
    if (selector === '[data-auction-card]' && found?.textContent?.includes('A cracked jar')) {
      throw new TypeError('secret is not a function')
    }
    return found
  })
  tracking.track({ title: 'A cracked jar' })
  tracking.track({ title: 'A whole jar' })
  signIn()
  await open('/dashboard')
  await card('A whole jar')
  const broken = await screen.findByRole('alert')
  expect(broken.textContent).toMatch(/A cracked jar could not be shown.*your scheduled bids are not affected/)
  expect(broken.textContent).not.toContain('secret')
  mend()
  await user.click(within(broken).getByRole('button', { name: 'Try again' }))
  await card('A cracked jar')
  await gone(() => screen.queryByText(/could not be shown/))
})
