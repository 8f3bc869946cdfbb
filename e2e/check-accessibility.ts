import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Expects no violation, if not at once: a toast that appears or fades has too little contrast for a moment. */
const expectNoViolations = (axe: AxeBuilder) => expect.poll(() => violations(axe), { timeout: 20_000 }).toEqual([])

async function violations(axe: AxeBuilder) {
  // The other mode opens a second page for each analysis, which only frames of other origins need.
  const found = await axe.setLegacyMode().analyze()
  return found.violations
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter((node) => !isCoveredInPart(node)) }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

type NodeResult = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]['nodes'][number]

/** The fixed bar at the bottom of a phone's window can cover part of a link, until the user scrolls. */
const isCoveredInPart = ({ any }: NodeResult) =>
  any.some(({ id, data }) => id === 'target-size' && isRecord(data) && data['messageKey'] === 'partiallyObscured')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Buttons and links that stick out of their parent although nothing on the page scrolls sideways. */
const overflowingControls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main a, main button, [role=dialog] a, [role=dialog] button')]
      .filter((control) => {
        const { right, width } = control.getBoundingClientRect()
        const parent = control.parentElement
        const scrolls = control.closest('[class*="overflow-x-auto"]') !== null
        // A negative margin aligns an icon's edge with the text below, on purpose.
        const intended = Math.max(0, -Number.parseFloat(getComputedStyle(control).marginRight))
        return width > 1 && parent && !scrolls && right - intended > parent.getBoundingClientRect().right + 1
      })
      .map((control) => control.outerHTML.slice(0, 200)),
  )

/** Checks that what the page shows fits its window. */
export async function checkLayout(page: Page) {
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  expect(await overflowingControls(page)).toEqual([])
}

/** Checks what the page shows against the rules of accessibility, in both themes: they differ in their colours only. */
export async function checkAccessibility(page: Page) {
  await expectNoViolations(new AxeBuilder({ page }).withTags(RULES))
  await checkLayout(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(new AxeBuilder({ page }).withRules('color-contrast'))
  await page.emulateMedia({ colorScheme: 'light' })
}
