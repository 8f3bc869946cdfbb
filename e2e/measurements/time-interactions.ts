import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** The browser reports interactions from this time on, ms; a shorter one counts as this long. */
const MIN_MS = 16
/** How long the page is quiet after a step: what the step started has ended, and its entries have arrived. */
const QUIET_MS = 400

/** What a user does, and how long the page took at most to show that it has received a click or a key, ms. */
export type Interaction = { name: string; ms: number }

type Act = () => Promise<void>

/** Times each step of a session by the browser's own measurement: from the input to the next frame. */
export async function timeInteractions(page: Page, slowDown: number): Promise<Interaction[]> {
  await page.evaluate((durationThreshold) => {
    const durations: number[] = []
    Object.assign(window, { interactionDurations: durations })
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('interactionId' in entry && Number(entry.interactionId) > 0) durations.push(entry.duration)
      }
    })
    const events = { type: 'event', durationThreshold }
    observer.observe(events)
  }, MIN_MS)
  const interactions: Interaction[] = []
  for (const [name, act] of sessionOf(page, slowDown)) {
    await act()
    await delay(QUIET_MS * slowDown)
    const ms = await page.evaluate((shortest) => {
      const durations: unknown = Reflect.get(window, 'interactionDurations')
      return Array.isArray(durations) ? Math.max(shortest, ...durations.splice(0).map(Number)) : Number.NaN
    }, MIN_MS)
    interactions.push({ name, ms })
  }
  return interactions
}

/** A session of a user with many auctions, by mouse and keyboard. Each step starts where the one before it ends. */
function sessionOf(page: Page, slowDown: number): [name: string, act: Act][] {
  const { keyboard } = page
  const press = (key: string) => () => keyboard.press(key)
  const popup = page.getByRole('dialog').or(page.getByRole('menu'))
  /** Closes the dialog or the menu that the step before has opened. */
  const close = async () => {
    await popup.waitFor()
    await keyboard.press('Escape')
    await popup.waitFor({ state: 'hidden' })
  }
  const click = (role: 'link' | 'button' | 'menuitemradio', name: string | RegExp) => () =>
    page.getByRole(role, { name }).first().click()
  const search = page.getByRole('searchbox')
  const sort = page.getByRole('combobox', { name: 'Sort' })
  const walnut = page.getByRole('link', { name: 'A walnut clock' })
  const detail = page.getByRole('complementary', { name: 'Detail' })
  const max = detail.getByLabel('Your max', { exact: true })
  return [
    ['open an auction', click('link', /number 3$/)],
    ['next auction (j)', press('j')],
    ['select one (x)', press('x')],
    ['next auction (j) with a selection', press('j')],
    ['select up to here (Shift+x)', press('Shift+X')],
    ['open the dialog for several bids', click('button', 'Change bids')],
    ['close the dialog', close],
    ['clear the selection', click('button', 'Clear')],
    ['open the menu of an auction', click('button', /^More for .*number 4$/)],
    ['close the menu', close],
    ['open the command menu', press('Control+K')],
    ['type into the command menu', () => keyboard.type('number 7', { delay: 60 })],
    ['close the command menu', close],
    ['show the keys', () => page.getByRole('heading', { level: 1 }).click().then(press('?'))],
    ['close the keys', close],
    ['sort by price', () => sort.focus().then(press('End'))],
    ['sort by end', () => sort.focus().then(press('Home'))],
    ['show those without a bid', click('button', /^No bid/)],
    ['show all', click('button', /^All/)],
    ['focus the search (/)', () => page.getByRole('heading', { level: 1 }).click().then(press('/'))],
    ['type a search', () => keyboard.type('walnut', { delay: 60 })],
    ['open the auction found', () => walnut.click()],
    ['type a maximum', () => max.click({ clickCount: 3 }).then(() => keyboard.type(String(20 + slowDown)))],
    ['schedule a bid, or change it', () => detail.getByRole('button', { name: /^Bid up to/ }).click()],
    ['clear the search', () => search.click({ clickCount: 3 }).then(press('Backspace'))],
    ['open the account menu', click('button', /^Account of/)],
    ['choose the dark theme', click('menuitemradio', 'Theme: dark')],
    ['go to the history', click('link', 'History')],
    ['go back to the auctions', click('link', 'Auctions')],
  ]
}
