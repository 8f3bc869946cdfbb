// The script of the page that is shown in the place of one that cannot be reached. It opens that one as soon as it can.
const CHECK_EVERY_MS = 15_000
const OWN_PATH = '/offline.html'

// Whether the device knows that it has no connection.
const show = () => {
  for (const element of document.querySelectorAll('[data-shown]')) {
    element.hidden = (element.dataset.shown === 'offline') === navigator.onLine
  }
  document.title = `${document.querySelector('h1:not([hidden])').textContent} · Bidwell`
}
const reload = () => window.location.reload()
const check = async () => {
  if (!navigator.onLine || document.visibilityState !== 'visible') return
  const answer = await fetch('/api/health', { cache: 'no-store', credentials: 'omit' })
  if (answer.ok) reload()
}
const checkQuietly = () => void check().catch(() => {})

show()
document.getElementById('try-again').addEventListener('click', reload)
window.addEventListener('offline', show)
window.addEventListener('online', show)
if (window.location.pathname !== OWN_PATH) {
  window.addEventListener('online', reload)
  document.addEventListener('visibilitychange', checkQuietly)
  setInterval(checkQuietly, CHECK_EVERY_MS)
}
