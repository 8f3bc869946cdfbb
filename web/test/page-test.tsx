import type { TokenClaims } from '@bidwell/contract'
import {
  act,
  cleanup,
  configure,
  getConfig,
  render,
  type Screen,
  screen,
  waitFor,
  within,
} from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { Window } from 'happy-dom'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { test as base, expect, vi } from 'vitest'
import { aToken } from './a-token.ts'
import { answerAccount } from './answer-account.ts'
import { answerInstallation } from './answer-installation.ts'
import { answerSession } from './answer-session.ts'
import { Answers } from './answers.ts'
import { Tracking } from './tracking.ts'

const DESKTOP = { width: 1440, height: 900 }
/** The instant at which each page test begins. */
export const START = Date.parse('2026-10-07T18:00:00.000Z')
/** How long a page test waits for what is to come, ms of its own time. */
const PATIENCE_MS = 10_000
/** Between two looks, ms of real time. */
const LONGEST_PAUSE_MS = 5

/** React lives through all tests, and waits out a monotonic clock that goes back. */
let monotonicMs = 0

const FAKED = [
  'Date',
  'performance',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
] as const

/** Not the time of a test. */
const { setTimeout: realTimeout } = globalThis
const config = getConfig()
/** How often the present wait has looked. */
let looks = 0
/** The latest look, which outlasts a wait that has failed: React takes no other until it is over. */
let look: Promise<unknown> = Promise.resolve()

/*
 * Time stands in a page test, and moves only while the test waits for something, by 50 ms a look, or when it says so. Testing
 * Library asks Jest whether time is faked. Code that the page loads comes in real time, sooner or later: the longer a wait, the
 * slower it looks.
 */
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } })
configure({
  asyncUtilTimeout: PATIENCE_MS,
  asyncWrapper: (wait) => {
    looks = 0
    return config.asyncWrapper(wait)
  },
  unstable_advanceTimersWrapper: (advance) => {
    look = takeLook(advance)
    return look
  },
})

async function takeLook(advance: (of: () => void) => unknown): Promise<void> {
  await act(async () => {
    advance(() => {})
    looks += 1
    await new Promise((resolve) => realTimeout(resolve, Math.min(looks - 1, LONGEST_PAUSE_MS)))
    await vi.dynamicImportSettled()
  })
}

export type OfTest = {
  /** What the server answers. A call that no answer is for fails the test. */
  answers: Answers
  /** What the user tracks and bids, as the server answers it. */
  tracking: Tracking
  /** Signs the browser in. Its storage is empty otherwise. */
  signIn: (claims?: Partial<TokenClaims>) => void
  /** Opens a page anew, as a browser that loads it; what the browser has stored stays. */
  open: (path: string, window?: { width: number; height: number }) => Promise<void>
  user: UserEvent
}

/**
 * A page over typed answers, in a DOM without layout, without the product: for forms, refusals, late and lost answers, toasts, undo,
 * empty and failed states. What needs a real browser, or a server that agrees, is a story of `e2e`.
 */
export const test = base.extend<OfTest>({
  answers: [
    async ({}, provide) => {
      monotonicMs = Math.ceil(Math.max(monotonicMs, performance.now()))
      vi.useFakeTimers({ now: START - monotonicMs, toFake: [...FAKED] })
      vi.advanceTimersByTime(monotonicMs)
      localStorage.clear()
      sessionStorage.clear()
      const answers = new Answers()
      answerInstallation(answers)
      answerAccount(answers)
      answerSession(answers)
      vi.stubGlobal('fetch', answers.fetch)
      navigator.sendBeacon = () => true
      await provide(answers)
      await look.catch(() => {})
      closePage()
      monotonicMs = performance.now()
      vi.unstubAllGlobals()
      vi.useRealTimers()
      expect(answers.unanswered, 'calls that no answer is for').toEqual([])
    },
    { auto: true },
  ],
  tracking: [async ({ answers }, provide) => provide(new Tracking(answers)), { auto: true }],
  signIn: async ({}, provide) => provide((claims) => localStorage.setItem('auth_token', aToken(claims))),
  open: async ({}, provide) => provide(openPage),
  user: async ({}, provide) => provide(userEvent.setup({ delay: null })),
})

/** A page that still calls after its test reaches nobody. */
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))

// Happy DOM has no locks, and names them: without the name, the page uses its own.
Reflect.deleteProperty(Object.getPrototypeOf(navigator), 'locks')

/** An animation ends at once: Happy DOM plays none, and a toast that leaves waits for the end of its own. */
const addListener = listenerOf(HTMLElement.prototype)
Object.assign(HTMLElement.prototype, {
  addEventListener(this: HTMLElement, ...args: ListenerArguments) {
    addListener.apply(this, args)
    if (args[0] === 'animationend') setTimeout(() => this.dispatchEvent(new Event('animationend')), 0)
  },
})

type ListenerArguments = Parameters<EventTarget['addEventListener']>
/** How a target adds a listener, to be called with another `this`. */
function listenerOf(target: EventTarget): (this: EventTarget, ...args: ListenerArguments) => void {
  return Reflect.get(target, 'addEventListener')
}

/** What Happy DOM adds to the window. */
const happyDOM = () => (window as unknown as Window).happyDOM

/** The router of the open page. */
let router: ReturnType<typeof createBrowserRouter> | undefined

/** What the modules of the open page listen to at the window and the document, which outlive it. */
const listening: (() => void)[] = []

/** Makes what `load` listens to end with the page. */
async function listeningWithPage<T>(load: () => Promise<T>): Promise<T> {
  const added = [window, document].map((target: EventTarget) => {
    const add = listenerOf(target)
    target.addEventListener = (...[type, listener, options]: ListenerArguments) => {
      add.call(target, type, listener, options)
      listening.push(() => target.removeEventListener(type, listener, options))
    }
    return () => void (target.addEventListener = add)
  })
  try {
    return await load()
  } finally {
    for (const restore of added) restore()
  }
}

function closePage() {
  cleanup()
  router?.dispose()
  document.body.removeAttribute('style')
  for (const end of listening.splice(0)) end()
}

async function openPage(path: string, { width, height } = DESKTOP): Promise<void> {
  closePage()
  // Each page has modules of its own, with what they keep.
  vi.resetModules()
  happyDOM().setViewport({ width, height })
  happyDOM().setURL(new URL(path, 'http://localhost:3000').href)
  // The entry to which a page goes back is its own, and not that of the page before.
  history.replaceState(null, '', path)
  const app = await listeningWithPage(startApp)
  router = app.router
  await codeOfPage(router)
  render(
    <app.App>
      <RouterProvider router={router} />
    </app.App>,
  )
  await act(async () => {})
  // A dialog that the page opens with hides what is behind it.
  await screen.findByRole('main', { hidden: true })
}

/** Starts what a page has beside its components, as `main.tsx` does. */
async function startApp() {
  const [
    { App },
    { routes },
    { startSession },
    { clearUserDataOnChange },
    { followCacheEvents },
    { queryClient },
    events,
  ] = await Promise.all([
    import('../src/app/App.tsx'),
    import('../src/app/routes.tsx'),
    import('../src/session/session.ts'),
    import('../src/session/clear-user-data.ts'),
    import('../src/cache/cache-events.ts'),
    import('../src/cache/query-client.ts'),
    import('../src/app/keep-event-stream.ts'),
  ])
  clearUserDataOnChange()
  followCacheEvents(queryClient)
  await startSession()
  const router = createBrowserRouter(routes)
  events.keepEventStream(queryClient, router)
  return { App, router }
}

/** Resolves when the code of the page has loaded, or has failed to. */
async function codeOfPage(opened: NonNullable<typeof router>): Promise<void> {
  if (opened.state.initialized) return
  const { promise, resolve } = Promise.withResolvers<void>()
  opened.subscribe(({ initialized }) => initialized && resolve())
  await promise
}

/** Lets time pass on the open page, ms. */
export const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

/** A text that the page shows, once it is there. */
export const says = (text: string | RegExp): Promise<HTMLElement> =>
  screen.findByText(typeof text === 'string' ? (shown) => shown.includes(text) : text)

/** Waits until the page shows a text, whatever elements make it up. */
export const shows = (text: string | RegExp): Promise<void> =>
  waitFor(() => expect(document.body.textContent).toMatch(text))

/** Presses a button once it can be pressed. */
export async function press(user: UserEvent, name: string | RegExp, area: Pick<Screen, 'findByRole'> = screen) {
  const button = await area.findByRole('button', { name })
  await waitFor(() =>
    expect([button.getAttribute('aria-disabled'), button.hasAttribute('disabled')]).toEqual([null, false]),
  )
  await user.click(button)
}

/** Waits until what the page has shown is gone. */
export const gone = (look: () => HTMLElement | null | undefined): Promise<void> =>
  waitFor(() => expect(look() ?? null).toBeNull())

/** The card of an auction on the dashboard, if it is there. */
export const cardOf = (title: string): HTMLElement | undefined =>
  screen.queryAllByText(title, { selector: 'h3, h3 a' })[0]?.closest<HTMLElement>('[data-auction-card]') ?? undefined

/** The card of an auction on the dashboard, once it is there. */
export const card = (title: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = cardOf(title)
    if (!found) throw new Error(`No card has the title ${title}`)
    return found
  })

/** The pane with the detail of an auction, once it is there. */
export const detail = (): Promise<HTMLElement> => screen.findByRole('complementary', { name: 'Detail' })

export { expect, screen, vi, waitFor, within }
