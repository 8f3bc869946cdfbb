/** Long after the page has loaded, so that measuring does not slow down what it measures. */
const START_AFTER_LOAD_MS = 3_000

/** Loads what measures this visit once the page has long been loaded. The browser keeps earlier entries until then. */
export function startMetrics() {
  const start = () =>
    setTimeout(() => {
      import('./report-metrics.ts').then(({ reportMetrics }) => reportMetrics()).catch(() => {})
    }, START_AFTER_LOAD_MS)
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}
