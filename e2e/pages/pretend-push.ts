import type { BrowserContext, Page, Worker } from '@playwright/test'

/** A notification as the service worker has shown it. */
export type Shown = {
  title: string
  body: string
  tag: string
  requireInteraction: boolean
  renotify: boolean
  actions: string[]
}

/**
 * Lets each page of the browser subscribe at a push service that does not exist, since the browser of the stories has none. The
 * subscription is kept as long as the browser's other data. The user allows notifications when asked.
 */
export const pretendPushService = (context: BrowserContext): Promise<unknown> => context.addInitScript(pretend)

/** The address at which the browser is subscribed; null when it is not. */
export const subscribedAt = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const kept = localStorage.getItem('pretended_subscription')
    return kept === null ? null : JSON.parse(kept).endpoint
  })

/** Ends the subscription of the browser, as its push service may. */
export const loseSubscription = (page: Page): Promise<void> =>
  page.evaluate(() => localStorage.removeItem('pretended_subscription'))

/** Runs in the page, so it uses nothing of this file. */
function pretend() {
  if (!('PushManager' in globalThis)) return
  const [PERMISSION, SUBSCRIPTION] = ['pretended_permission', 'pretended_subscription']
  const permission = () => localStorage.getItem(PERMISSION) ?? 'default'
  const base64url = { alphabet: 'base64url', omitPadding: true } as const
  const subscriptionOf = ({ endpoint, keys, key }: { endpoint: string; keys: object; key: number[] }) => ({
    endpoint,
    options: { userVisibleOnly: true, applicationServerKey: new Uint8Array(key).buffer },
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
    async unsubscribe() {
      localStorage.removeItem(SUBSCRIPTION)
      return true
    },
  })
  Object.defineProperty(Notification, 'permission', { get: permission })
  Object.assign(Notification, {
    async requestPermission() {
      if (permission() === 'default') localStorage.setItem(PERMISSION, 'granted')
      return permission()
    },
  })
  Object.assign(PushManager.prototype, {
    async getSubscription() {
      const kept = localStorage.getItem(SUBSCRIPTION)
      return kept === null ? null : subscriptionOf(JSON.parse(kept))
    },
    async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
      const curve = { name: 'ECDH', namedCurve: 'P-256' }
      const { publicKey } = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
      const kept = {
        endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
        keys: {
          p256dh: new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)).toBase64(base64url),
          auth: crypto.getRandomValues(new Uint8Array(16)).toBase64(base64url),
        },
        key: [...applicationServerKey],
      }
      localStorage.setItem(SUBSCRIPTION, JSON.stringify(kept))
      return subscriptionOf(kept)
    },
  })
}

/**
 * The beginning of a service worker that shows its notifications to the story, in a browser without a screen, which shows
 * none. Windows that it opens or brings to the front are only noted: the browser lets it do so after a click of its user alone.
 */
export const WATCHED = `
  self.opened = []
  self.clients.openWindow = async (url) => void self.opened.push('open ' + new URL(url).pathname + new URL(url).search)
  WindowClient.prototype.focus = async function () { self.opened.push('focus ' + new URL(this.url).pathname) }
  if (Notification.permission !== 'granted') {
    const shown = []
    const isKept = ({ tag }) => (other) => tag === undefined || other.tag !== tag
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      const others = shown.filter(isKept(options))
      const close = () => shown.splice(shown.findIndex((each) => each.close === close), 1)
      shown.splice(0, Infinity, ...others, { title, requireInteraction: false, renotify: false, actions: [], ...options, close })
    }
    ServiceWorkerRegistration.prototype.getNotifications = async ({ tag } = {}) =>
      shown.filter((each) => tag === undefined || each.tag === tag)
  }
`

/** Delivers pushes to the service worker of a page, as the browser does once it has decrypted them. */
export async function openPushes(page: Page) {
  const origin = new URL(page.url()).origin
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted)
      if (own) resolve(own.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  return (data: string) => devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

/** Why the browser would not install the app that a page belongs to. A window of a story could not install any app. */
export async function installFaults(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  return installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')
}

/** What the worker's notifications are now, in the order of their titles. */
export const shownBy = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const shown = (await registration.getNotifications()) as (Notification & {
      renotify: boolean
      actions: { title: string }[]
    })[]
    return shown
      .map(({ title, body, tag, requireInteraction, renotify, actions }) => ({
        title,
        body,
        tag,
        requireInteraction,
        renotify,
        actions: actions.map((action) => action.title),
      }))
      .toSorted((one, other) => one.title.localeCompare(other.title))
  })

/** Clicks the notification with a tag, or its action of this number; returns the windows that the worker opened or focused. */
export const clickOn = (worker: Worker, clicked: { tag: string; action?: string }): Promise<string[]> =>
  worker.evaluate(async ({ tag, action = '' }) => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; opened: string[] } & EventTarget
    const [notification] = await scope.registration.getNotifications({ tag })
    const done: Promise<unknown>[] = []
    const event = new Event('notificationclick')
    Object.assign(event, { notification, action, waitUntil: (work: Promise<unknown>) => done.push(work) })
    scope.dispatchEvent(event)
    await Promise.all(done)
    return scope.opened.splice(0)
  }, clicked)

/** Has the browser replace its subscription while no page is open. */
export const replaceSubscription = (worker: Worker, former: object, next: object): Promise<void> =>
  worker.evaluate(
    async ([oldSubscription, newSubscription]) => {
      const done: Promise<unknown>[] = []
      const event = new Event('pushsubscriptionchange')
      Object.assign(event, {
        oldSubscription: { toJSON: () => oldSubscription },
        newSubscription: { toJSON: () => newSubscription },
        waitUntil: (work: Promise<unknown>) => done.push(work),
      })
      self.dispatchEvent(event)
      await Promise.all(done)
    },
    [former, next],
  )
