/** Long after the page has loaded, so that measuring does not slow down what it measures. */
const START_AFTER_LOAD_MS = 3_000

/** Loads what measures this visit once the page has long been loaded. The browser keeps earlier entries until then. */
export function startMetrics() {
  if (document.readyState === 'complete') startLater()
  else window.addEventListener('load', startLater, { once: true })
}

function startLater() {
  setTimeout(() => {
    import('./report-metrics.ts').then(({ reportMetrics }) => reportMetrics()).catch(() => {})
  }, START_AFTER_LOAD_MS)
}
