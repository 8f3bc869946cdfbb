/*
 * The service worker. It answers for pages alone, and for none that the server answers: it shows `offline.html` in the place of
 * a page that cannot be reached. It keeps that page, and nothing of a user.
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
