import { CLIENT_CACHE } from '@bidwell/contract'
import type { QueryClient } from '@tanstack/react-query'
import { eventStreamOpen } from '../events/event-stream.ts'
import { deviceClock } from '../time/device-clock.ts'
import { countReads, nextFactor } from './adaptive-ttl.ts'
import { freeMemory, usedMemoryBytes } from './memory.ts'
import { pollDue } from './polling.ts'
import { KEYS } from './query-keys.ts'
import { ttlFactor } from './ttl.ts'

const POLL_EVERY_MS = 1_000

type Upkeep = {
  /** Works on what waits in the queue. */
  runQueue: () => void
  /** Whether somebody can see the page and it has a network. */
  isShown: () => boolean
  usedBytes?: () => number | null
}

/**
 * Keeps the cache fresh and small: polls what the event stream does not deliver, works on the queue, adapts how long lists
 * stay fresh, and frees memory. Returns the function that ends it.
 */
export function startUpkeep(client: QueryClient, { runQueue, isShown, usedBytes = usedMemoryBytes }: Upkeep) {
  const reads = countReads(client.getQueryCache(), [KEYS.openAuctions, KEYS.bids])
  let wasOpen = eventStreamOpen.get()

  // What was learned while the stream was open says nothing about the time without it.
  function startAnew() {
    const isOpen = eventStreamOpen.get()
    if (isOpen === wasOpen) return
    wasOpen = isOpen
    reads.take()
    ttlFactor.value = 1
  }

  function poll() {
    if (isShown()) pollDue(client, eventStreamOpen.get(), deviceClock.now())
  }

  function adapt() {
    ttlFactor.value = nextFactor(ttlFactor.value, reads.take())
  }

  const unsubscribe = eventStreamOpen.subscribe(startAnew)
  const timers = [
    setInterval(poll, POLL_EVERY_MS),
    setInterval(runQueue, CLIENT_CACHE.queueEveryMs),
    setInterval(adapt, CLIENT_CACHE.adaptEveryMs),
    setInterval(() => freeMemory(client, usedBytes()), CLIENT_CACHE.memoryCheckEveryMs),
  ]
  runQueue()

  return () => {
    timers.forEach(clearInterval)
    unsubscribe()
    reads.stop()
    ttlFactor.value = 1
  }
}
