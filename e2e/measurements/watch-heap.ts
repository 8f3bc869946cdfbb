import type { Page } from '@playwright/test'

/** The memory of a page after a simulated minute, MB: its script's objects, and how many elements of the page exist. */
export type Heap = { megabytes: number; nodes: number }

/**
 * Lets the time of a page pass in simulated minutes, `act` once in each, and reads what the page's objects use after each,
 * without garbage.
 */
export async function watchHeap(page: Page, minutes: number, act: (minute: number) => Promise<void>): Promise<Heap[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('Performance.enable')
  const heaps: Heap[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    await act(minute)
    await page.clock.runFor(60_000)
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    heaps.push({ megabytes: read('JSHeapUsedSize') / 1e6, nodes: read('Nodes') })
  }
  return heaps
}
