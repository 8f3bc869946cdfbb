/** Long after the page has loaded, so that nothing of it waits, and measuring does not slow down what it measures. */
const AFTER_MS = 3_000

/** Starts what no page needs once the page has long been loaded. A failure is ignored: the page goes on without it. */
export function afterLoad(start: () => Promise<void>) {
  const startLater = () => setTimeout(() => void start().catch(() => {}), AFTER_MS)
  if (document.readyState === 'complete') startLater()
  else window.addEventListener('load', startLater, { once: true })
}
