import { messages } from '@bidwell/contract'

const READY_WITHIN_MS = 15_000

/** What a browser can do about alerts. `add-to-home`: on an iPhone or iPad, only an app on the home screen gets them. */
export function pushSupport(): 'yes' | 'no' | 'insecure' | 'add-to-home' {
  if (!window.isSecureContext) return 'insecure'
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'yes'
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || isIpadAsMac()
  return isApple ? 'add-to-home' : 'no'
}

/** An iPad says that it is a Mac, and no Mac has a touch screen. */
const isIpadAsMac = () => navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1

/** The browser's subscription; null when it has none. */
export async function readSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** A subscription to this key of the server. The browser keeps the one that it has, unless it is to another key. */
export async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await findWorker()
  const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  const before = await pushManager.getSubscription()
  if (before !== null && !isTo(before, bytes)) await before.unsubscribe()
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes })
  } catch (error) {
    throw new Error(messages.push.notSubscribed, { cause: error })
  }
}

function isTo({ options }: PushSubscription, key: Uint8Array): boolean {
  const own = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  return own.length === key.length && own.every((byte, index) => byte === key[index])
}

/** Ends the browser's subscription: its push service then tells the server that it is gone. */
export async function unsubscribe(): Promise<void> {
  await (await readSubscription())?.unsubscribe()
}

/** The registration of the worker that shows alerts. The one that an operator puts in its place keeps no page. */
async function findWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await Promise.race([
    navigator.serviceWorker.ready,
    new Promise<null>((resolve) => setTimeout(() => resolve(null), READY_WITHIN_MS)),
  ])
  const kept = await caches.keys()
  if (registration === null || !kept.some((name) => name.startsWith('offline-')))
    throw new Error(messages.push.noWorker)
  return registration
}
