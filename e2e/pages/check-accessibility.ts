import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

/** Half as long as the source that the package's module holds. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** A page that asks for more grows with its window. */
const MAX_HEIGHT = 40_000

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Only violations are described, and no file is loaded for the analysis, which takes a third of the time. */
const FASTER: axe.RunOptions = { resultTypes: ['violations'], preload: false, iframes: false, selectors: false }
const ALL_RULES: axe.RunOptions = { ...FASTER, runOnly: { type: 'tag', values: RULES } }
const RULES_OF_COLOURS: axe.RunOptions = { ...FASTER, runOnly: { type: 'rule', values: ['color-contrast'] } }

/** Expects no violation, if not at once: a toast that appears or fades has too little contrast for a moment. */
const expectNoViolations = (page: Page, fit: () => Promise<void>, options: axe.RunOptions) =>
  expect
    .poll(async () => {
      // Again each time: a part of the page may have loaded or gone meanwhile.
      await fit()
      return violations(page, options)
    })
    .toEqual([])

async function violations(page: Page, options: axe.RunOptions) {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE)
  const found = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

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

const DESKTOP = { width: 1440, height: 900 }

/** Checks what a phone shows, and that it fits a desktop's window as well, where it only has more room. */
export async function checkPhoneAndDesktop(page: Page) {
  const phone = page.viewportSize() ?? DESKTOP
  await checkAccessibility(page)
  await page.setViewportSize(DESKTOP)
  await expect(() => checkLayout(page)).toPass()
  await page.setViewportSize(phone)
}

/** Checks what the page shows against the rules of accessibility, in both themes: they differ in their colours only. */
export async function checkAccessibility(
  page: Page,
  look: (theme: 'light' | 'dark') => Promise<void> = async () => {},
) {
  await inTallWindow(page, async (fit) => {
    await expectNoViolations(page, fit, ALL_RULES)
    await checkLayout(page)
    await look('light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoViolations(page, fit, RULES_OF_COLOURS)
    await look('dark')
    await page.emulateMedia({ colorScheme: 'light' })
  })
}

/**
 * Does something in a window as tall as the page, or as the open dialog, and then gives the window its size again. In the
 * tall one the bars at the top and the bottom cover only what no scrolling would bring out from under them. `fit` makes it
 * as tall as the page is by then.
 */
async function inTallWindow(page: Page, act: (fit: () => Promise<void>) => Promise<void>): Promise<void> {
  const size = page.viewportSize()
  if (size === null) throw new Error('The window has no fixed size')
  let fitted = ''
  const fit = async () => {
    let shape = await shapeOf(page)
    // Nothing has come, gone or changed its text since the window was fitted.
    if (shape.content === fitted && shape.hiddenHeight <= 0) return
    let { height } = size
    await page.setViewportSize(size)
    shape = await shapeOf(page)
    // In a taller window, a text may need less height, and a dialog more.
    while (shape.hiddenHeight > 0 && height < MAX_HEIGHT) {
      height += shape.hiddenHeight
      await page.setViewportSize({ ...size, height })
      shape = await shapeOf(page)
    }
    fitted = shape.content
  }
  await fit()
  await act(fit)
  await page.setViewportSize(size)
}

/**
 * How far the page, or the open dialog, can be scrolled down in all, once what has come into view is laid out; and how many
 * elements and characters the page has.
 */
const shapeOf = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const dialog = [...document.querySelectorAll('[role=dialog], dialog[open]')].at(-1)
    const scrolling = dialog ? [dialog, dialog.parentElement ?? dialog] : [document.documentElement]
    return {
      hiddenHeight: Math.max(...scrolling.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)),
      content: `${document.querySelectorAll('*').length} ${document.body.innerText.length}`,
    }
  })
