import type { Page } from '@playwright/test'
import { expect, test } from '../story.ts'

type Metric = { metric: string; value: number; url: string; timestamp: number; userAgent: string }

/** Shows the installation at another address too, and collects what browsers report there. */
async function serveAt(page: Page, origin: string, installation: string) {
  const reported: { metric: Metric; status: number }[] = []
  await page.route(`${origin}/**`, async (route) => {
    const url = route.request().url().replace(origin, installation)
    const response = await route.fetch({ url })
    if (url.endsWith('/performance-metrics')) {
      reported.push({ metric: route.request().postDataJSON(), status: response.status() })
    }
    await route.fulfill({ response })
  })
  return reported
}

test('A visit to a public address reports its speed without query and hash, and one to an IP address reports nothing', async ({
  page,
  context,
  bidwell,
}) => {
  const local = await context.newPage()
  const sentHere: string[] = []
  local.on('request', (request) => sentHere.push(request.url()))
  await local.goto('/dashboard?email=ann@example.com')

  const reported = await serveAt(page, 'http://bidwell.example', bidwell.url)
  await page.goto('http://bidwell.example/dashboard?email=ann@example.com#faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const names = () => new Set(reported.map(({ metric }) => metric.metric))
  // The first input ends the measuring of the largest paint.
  await expect.poll(() => names().has('TTFB')).toBe(true)
  await page.getByRole('heading', { level: 1 }).click()
  await expect
    .poll(() => [...names()].toSorted())
    .toEqual(
      expect.arrayContaining(['DOM_CONTENT_LOADED', 'FCP', 'FID', 'LCP', 'LOAD_TIME', 'TIME_TO_INTERACTIVE', 'TTFB']),
    )
  // The layout shift is final when the page is left.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await expect.poll(() => names().has('CLS')).toBe(true)

  expect(reported.filter(({ status }) => status !== 200)).toEqual([])
  for (const { metric } of reported) {
    expect(metric.url).toBe('http://bidwell.example/dashboard')
    expect(metric.userAgent).toContain('Chrome')
  }
  expect(sentHere.filter((url) => url.includes('performance-metrics'))).toEqual([])
})
