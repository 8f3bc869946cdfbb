import { SUPPORT } from '../installation/shared-installation.ts'
import { checkLayout, checkPhoneAndDesktop } from '../pages/check-accessibility.ts'
import { policyViolations } from '../pages/policy-violations.ts'
import { expect, SIZES, test } from '../story.ts'

/** The heading of each page that is served as HTML on an installation without plans. */
const PAGES = {
  '/': 'Your bid, in the last seconds, with the proof.',
  '/features': 'Features',
  '/help': 'Help',
  '/about': 'About Bidwell',
  '/contact': 'Contact',
  '/terms': 'Terms of Service',
  '/privacy': 'Privacy Policy',
  '/data-retention': 'Data Retention',
  '/service-level': 'Service Level',
  '/status': 'Status',
  '/business-continuity': 'Business Continuity',
}
const PAGES_OF_THE_APP = ['/dashboard', '/bid-history/12', '/settings?tab=credentials', '/verify-email', '/add?url=x']
const NO_PAGES = ['/no-such-page', '/helpful', '/pricing', '/billing-faq', '/refund-policy', '/bid-history/1/2']

test('Every public page is served with its heading, title, description and address, and needs no script to be read', async ({
  bidwell,
}) => {
  const read = async (path: string) => {
    const answer = await fetch(bidwell.url + path)
    return { status: answer.status, html: (await answer.text()).replaceAll('<!-- -->', '') }
  }
  const titles = new Set<string>()
  for (const [path, heading] of Object.entries(PAGES)) {
    const { status, html } = await read(path)
    expect([path, status]).toEqual([path, 200])
    expect(/<h1[^>]*>([^<]*)/.exec(html)?.[1]).toBe(heading)
    expect(html).toContain(`<link rel="canonical" href="${bidwell.url}${path}"`)
    titles.add(/<title>(.+) · Bidwell<\/title>/.exec(html)?.[1] ?? '')
    expect(/<meta name="description" content="([^"]{30,160})"/.exec(html)?.[1]).toBeDefined()
    // What the pages say about this installation is true before any script runs.
    expect(html).toContain('Bidwell is independent')
    expect(html).not.toContain('href="/pricing"')
  }
  expect(titles.size).toBe(Object.keys(PAGES).length)
  expect((await read('/help/')).html).toBe((await read('/help')).html)
  expect((await read('/help?from=mail')).status).toBe(200)
  // A browser that has the page gets it again only when it has changed.
  const etag = (await fetch(`${bidwell.url}/help`)).headers.get('etag') ?? ''
  const readAgain = (path: string) => fetch(bidwell.url + path, { headers: { 'if-none-match': etag } })
  expect([(await readAgain('/help')).status, (await readAgain('/about')).status]).toEqual([304, 200])
  expect((await read('/contact')).html).toContain(`mailto:${SUPPORT}`)
  expect((await read('/about')).html).toContain('This installation practises: it bids only at Auction House')
  expect((await read('/about')).html).toContain('href="/notices.txt"')
  expect((await read('/notices.txt')).html).toMatch(/^## react - .+\n\nMIT License\n[^]+^## Lucide[^]+ISC License/m)
  expect((await read('/')).html).toContain('These figures are claims of the operator')

  for (const path of PAGES_OF_THE_APP) {
    const { status, html } = await read(path)
    // The notice of missing code is a template.
    const shown = html.replace(/<template[^]*<\/template>/, '')
    expect([path, status, shown.includes('Loading...'), shown.includes('<h1')]).toEqual([path, 200, true, false])
  }
  for (const path of NO_PAGES) {
    const { status, html } = await read(path)
    expect([path, status]).toEqual([path, 404])
    expect(html).toContain('There is no page here')
  }
})

test.describe('On a phone', () => {
  test.use({ viewport: SIZES[0] })

  test('A visitor reads the public pages, searches the help, and writes to the operator', async ({
    page,
    bidder,
    inbox,
  }) => {
    const violations = policyViolations(page)
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))

    await page.goto('/')
    for (const [name, path] of Object.entries({ Features: '/features', About: '/about', Help: '/help' })) {
      await page.getByRole('banner').locator('summary').click()
      await page.getByRole('banner').getByRole('link', { name }).click()
      await page.waitForURL(`**${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(PAGES[path as keyof typeof PAGES])
      await checkLayout(page)
    }
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link')).toHaveText([
      'Features',
      'About',
      'Help',
      'FAQ',
      'Try a close',
      'Contact',
      'Status',
      'Terms',
      'Privacy',
    ])
    await footer.getByRole('link', { name: 'Features' }).click()
    await expect(page.getByRole('heading', { name: 'Features', exact: true })).toBeInViewport()
    await checkPhoneAndDesktop(page)
    // The pages say what the server has put into them.
    expect(calls).toEqual([])

    await page.goto('/help')
    const search = page.getByRole('searchbox', { name: 'Search the help' })
    await search.pressSequentially('lock password')
    await expect(page.getByRole('status').filter({ hasText: /answers?$/ })).toBeVisible()
    await expect(search).toHaveValue('lock password')
    await expect(search).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Your account is locked' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What is a snipe?' })).toBeHidden()
    await footer.getByRole('link', { name: 'FAQ' }).click()
    await search.fill('')
    await footer.getByRole('link', { name: 'Privacy' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/privacy/i)
    await footer.getByRole('link', { name: 'FAQ' }).click()
    await expect(page.getByRole('heading', { name: 'Frequent questions' })).toBeInViewport()

    await page.goto('/contact')
    const written = page.getByRole('textbox', { name: 'Message' })
    const { email } = bidder.prepare
    await page.getByLabel('Your email').fill(email)
    await written.fill('My lamp arrived.\n\nThank you!')
    await checkPhoneAndDesktop(page)
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Your message is on its way to the operator.')).toBeVisible()
    await expect(written).toHaveValue('')
    const mail = () => inbox.mailsTo(SUPPORT).find(({ subject }) => subject === `A message from ${email}`)
    await expect.poll(mail).toBeDefined()
    expect(mail()?.replyTo?.[0]?.address).toBe(email)
    expect(mail()?.text).toContain('My lamp arrived.')

    await page.goto('/no-such-page')
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('dialog')).toContainText('Sign in')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page here')
    expect(violations).toEqual([])
    expect(errors.filter((text) => !text.includes('404'))).toEqual([])
  })
})

test('On a public page, somebody who is signed in sees the links of the app and never the buttons of a visitor', async ({
  page,
  bidder,
}) => {
  await bidder.start()
  const started = Promise.withResolvers<void>()
  await page.route('**/assets/libraries-*.js', async (route) => {
    await started.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const banner = page.getByRole('banner')
  await expect(banner.getByText('Loading...')).toBeVisible()
  await expect(banner.getByRole('button', { name: 'Sign in' })).toBeHidden()
  await expect(page.getByRole('main').getByRole('button', { name: 'Create an account' })).toBeHidden()
  // Nothing that the app is about to replace can be clicked.
  await expect(banner.getByRole('link')).toHaveText([/Bidwell/])
  await page.setViewportSize({ width: 360, height: 800 })
  await expect(banner.getByText('Menu')).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  started.resolve()
  await expect(banner.getByRole('link')).toHaveText([
    /Bidwell/,
    'Auctions',
    'Searches',
    'To pay',
    'History',
    'Settings',
    'Help',
    'Alerts',
  ])
  await expect(page.getByRole('link', { name: 'Go to your auctions' })).toBeVisible()
  await expect(banner.getByText('Loading...')).toHaveCount(0)
})

test('A public page whose app cannot be loaded stays readable, and offers to try again', async ({ page }) => {
  const violations = policyViolations(page)
  await page.route('**/assets/libraries-*.js', (route) => route.abort('connectionrefused'))
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()
  const check = page.getByRole('button', { name: 'Check the connection' })
  await expect(check).toBeDisabled()
  await page.unroute('**/assets/libraries-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(check).toBeEnabled()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help')
  expect(violations).toEqual([])
})
