/*
 * Removes the service worker and all that it keeps: an operator puts this file in the place of `offline-worker.js`, and each
 * browser takes it with the next page that it opens. It answers nothing. A page that still registers a worker gets this one
 * again, so it also removes itself with each page. It ends the browser's subscription for pushes too: the server sends alerts by
 * the other channels then.
 */

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(remove()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.waitUntil(remove())
})

async function remove() {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  const subscription = await self.registration.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
  await self.registration.unregister()
}
