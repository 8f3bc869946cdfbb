import { checkAccessibility } from '../pages/check-accessibility.ts'
import { expect, test } from '../story.ts'

test('A won item leads from what is to be paid, by when and where, over the tick and the payment to its parcel', async ({
  page,
  house,
  bidder,
  bidwell: { houseUrl },
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await bidder.startConnected()
  const won = await bidder.bidOn({ title: 'A jug to pay for', endsInSeconds: 22 }, { max: 25, seconds: 5 })
  await bidder.track({ title: 'A jug to watch', endsInSeconds: 4_000 })
  await page.goto('/dashboard')
  await expect(won.card).toContainText(/To pay by \w{3}/)
  await expect(won.card.getByRole('link', { name: 'Pay on Auction House: A jug to pay for' })).toHaveAttribute(
    'href',
    `${houseUrl}/shopgoodwill/open-orders`,
  )
  await page.getByRole('button', { name: 'To pay 1' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'A jug to watch' })).toHaveCount(0)
  await expect(won.card).toBeVisible()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'To pay 1 to pay' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'To pay' })).toBeVisible()
  const toPay = page.getByRole('region', { name: 'To pay', exact: true })
  await expect(toPay).toContainText(/1 item, (about )?\$\d+\.\d\d/)
  await expect(toPay).toContainText(/To pay by \w+day, \w{3} \d+ · in 7 days\./)
  await expect(toPay.getByRole('link', { name: 'Pay on Auction House' })).toHaveAttribute('href', /open-orders$/)
  await checkAccessibility(page)

  // A tick moves the item to another section at once.
  await toPay.getByRole('checkbox', { name: 'Paid: A jug to pay for' }).click()
  const onItsWay = page.getByRole('region', { name: 'Paid, on its way' })
  await expect(onItsWay).toContainText('You ticked it as paid on')
  await expect(page.getByText('Nothing to pay.')).toBeVisible()
  await onItsWay.getByRole('checkbox', { name: 'Paid: A jug to pay for' }).click()
  await expect(toPay).toContainText('A jug to pay for')

  await house.pay(won, '794600000012')
  await page.getByRole('button', { name: 'Check again now' }).click()
  const shipped = page.getByRole('region', { name: 'Shipped' })
  await expect(shipped).toContainText(/Shipped: \S.* 794600000012\./)
  await expect(shipped).toContainText(/\$10\.00 \+ \$\d+\.\d\d shipping \+ \$3\.00 handling \+ \$0\.78 tax/)
  await expect(shipped.getByRole('link', { name: /^Order 6\d{7}$/ })).toHaveAttribute(
    'href',
    new RegExp(`^${houseUrl}/shopgoodwill/order/6\\d{7}$`),
  )
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'To pay', exact: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Check again now' }).click()
  await expect(page.getByText('less than a minute ago')).toBeVisible()

  await shipped.getByRole('link', { name: 'A jug to pay for' }).click()
  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment).toContainText('794600000012')
  await expect(payment.getByRole('term')).toHaveText([
    'Shipping',
    'Handling',
    'Tax',
    'In all',
    'Shipper',
    'Tracking number',
  ])
  await checkAccessibility(page)
})
