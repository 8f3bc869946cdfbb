/*
 * The service worker. It answers for pages alone, and for none that the server answers: it shows `offline.html` in the place of
 * a page that cannot be reached. It keeps that page, and nothing of a user. It also shows the alerts that the server pushes.
 */

const CACHE = 'offline-<version>'
const PAGE = '/offline.html'

self.addEventListener('install', (event) => {
  // Where the browser knows these rules, it loads everything but pages without starting this worker.
  event.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' }).catch(() => {})
  event.waitUntil(keepPage())
})
self.addEventListener('activate', (event) => event.waitUntil(replaceOlder()))
self.addEventListener('fetch', (event) => {
  const { mode, method } = event.request
  if (mode === 'navigate' && method === 'GET') event.respondWith(openPage(event))
})
self.addEventListener('push', (event) => event.waitUntil(showAlert(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openAlert(event)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(replaceSubscription(event)))

async function keepPage() {
  const cache = await caches.open(CACHE)
  await cache.add(new Request(PAGE, { cache: 'reload' }))
  await self.skipWaiting()
}

async function replaceOlder() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
  // The browser asks the server while this worker starts, so that the worker delays no page.
  await self.registration.navigationPreload?.enable()
}

async function openPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await caches.match(PAGE)) ?? Response.error()
  }
}

// A browser ends the subscription of a worker that shows nothing for a push, so this one always shows something.
async function showAlert(data) {
  try {
    await showPayload(data.json())
  } catch {
    return showUnreadable()
  }
  await tell('/api/alerts/shown', { id: data.json().id })
}

const showUnreadable = () =>
  self.registration.showNotification('Bidwell', {
    body: 'There is news about your bids. Open Bidwell to see it.',
    tag: 'unreadable',
    icon: '/icon-192.png',
    data: { path: '/notifications', paths: [] },
  })

async function showPayload({ id, title, text, path, tag, image, actions, urgent }) {
  const [before] = await self.registration.getNotifications({ tag })
  await self.registration.showNotification(title, {
    body: text,
    tag,
    lang: 'en',
    icon: '/icon-192.png',
    ...(image && { image }),
    actions: actions.map(({ label }, index) => ({ action: String(index), title: label })),
    requireInteraction: urgent,
    // A copy of an alert that is still there does not ring again.
    renotify: urgent && before?.data.id !== id,
    data: { id, path, paths: actions.map((action) => action.path) },
  })
}

async function openAlert({ action, notification }) {
  notification.close()
  const { path, paths } = notification.data
  const { href, origin } = new URL(paths[action] ?? path, self.location.origin)
  const url = origin === self.location.origin ? href : self.location.origin
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((each) => each.url === url)
  await (open ? open.focus() : self.clients.openWindow(url))
}

// Without the former subscription, the next page that opens stores the new one.
async function replaceSubscription({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return
  const former = oldSubscription.toJSON()
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options))
  const { endpoint, keys } = subscription.toJSON()
  await tell('/api/alerts/destinations/push/replacement', {
    endpoint,
    keys,
    former: { endpoint: former.endpoint, auth: former.keys.auth },
  })
}

const AGAIN_AFTER_MS = 3_000

async function tell(path, body) {
  const post = () =>
    fetch(path, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const answer = await post().catch(() => null)
  if (answer?.ok) return
  await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  await post().catch(() => null)
}
