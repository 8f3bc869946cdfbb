import './public.css'
import { afterLoad } from './ui/loading/after-load.ts'
import { loadWithRetry } from './ui/loading/load-with-retry.ts'

/*
 * The only module of a page that was rendered ahead. It starts the app when somebody is signed in, when the address asks for
 * the sign-in dialog, or when the visitor uses a button or a field; the app then does what was asked for. Links need no app.
 */

/** The bookmark gets its address from the app. */
const CONTROLS = 'button, input, textarea, select, a[href="#bookmark"]'

let isReady = false
let starting: Promise<void> | null = null
/** What the visitor did meanwhile, in its order, once for each control: the app repeats it. */
const actions = new Map<EventTarget | string, () => void>()

function start() {
  starting ??= takeOver()
}

/** Should loading fail, as without a network, the next use of a control tries again. */
async function takeOver() {
  try {
    const [{ takeOver: startApp }] = await Promise.all([
      loadWithRetry(() => import('./app/take-over.tsx')),
      loadAllStyles(),
    ])
    await startApp()
  } catch {
    starting = null
    return
  }
  isReady = true
  for (const action of actions.values()) {
    action()
    // The next action must find what this one has changed: who chose 'Yearly' first buys a year.
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Loads the styles of the app, once: this page has only its own. Rejects when they do not come. */
async function loadAllStyles(): Promise<void> {
  const file = document.querySelector<HTMLMetaElement>('meta[name=all-styles]')?.content
  if (file === undefined || document.querySelector('link[rel=stylesheet]') !== null) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = file
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  link.addEventListener('load', () => resolve())
  link.addEventListener('error', () => {
    link.remove()
    reject(new Error('The styles could not be loaded'))
  })
  document.head.append(link)
  await promise
}

function startFor(event: Event, control: EventTarget | string, action: () => void) {
  if (isReady) return
  event.preventDefault()
  actions.set(control, action)
  start()
}

const controlOf = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLElement>(CONTROLS) : null)

function prepare(event: Event) {
  if (!isReady && controlOf(event) !== null) start()
}

document.addEventListener('pointerover', prepare)
document.addEventListener('focusin', prepare)
document.addEventListener(
  'click',
  (event) => {
    const control = controlOf(event)
    // React keeps the elements of the page, so that this is still the button that was meant.
    if (control instanceof HTMLButtonElement) startFor(event, control, () => control.click())
  },
  true,
)
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target
    if (form instanceof HTMLFormElement) startFor(event, form, () => form.requestSubmit())
  },
  true,
)
window.addEventListener('open-auth-modal', (event) => {
  if (!(event instanceof CustomEvent)) return
  startFor(event, event.type, () => window.dispatchEvent(new CustomEvent(event.type, event)))
})
window.addEventListener('storage', ({ key }) => {
  if (key === 'auth_token') start()
})
if (localStorage.getItem('auth_token') !== null || new URLSearchParams(location.search).has('auth')) start()
afterLoad(async () => (await import('./app/keep-offline-page.ts')).keepOfflinePage())
