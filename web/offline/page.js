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

// The open auctions that the app has kept of the user who is signed in. They are deleted at the sign-out.
const readKept = () => {
  try {
    const [, claims] = localStorage.getItem('auth_token').split('.')
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    const { at, data } = JSON.parse(localStorage.getItem(`kept:${sub}:/auctions`))
    const auctions = data.auctions.map(({ title, current_bid: price, end_time: end }) => ({
      title: String(title),
      price: Number(price),
      endsOn: Date.parse(end),
    }))
    return { at, auctions: auctions.toSorted((a, b) => a.endsOn - b.endsOn) }
  } catch {
    return null
  }
}
const twoDigits = (number) => String(Math.floor(number)).padStart(2, '0')
const timeLeft = (ms) => {
  const seconds = ms / 1_000
  if (!(seconds > 0)) return 'Ended'
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)}d ${Math.floor((seconds % 86_400) / 3_600)}h`
  const minutes = `${twoDigits((seconds % 3_600) / 60)}:${twoDigits(seconds % 60)}`
  return seconds >= 3_600 ? `${Math.floor(seconds / 3_600)}:${minutes}` : minutes
}
const showKept = () => {
  const kept = readKept()
  if (kept === null || kept.auctions.length === 0) return
  const section = document.getElementById('kept')
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  section.querySelector('time').textContent = new Date(kept.at).toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const countdowns = kept.auctions.map(({ title, price, endsOn }) => {
    const row = document.createElement('li')
    row.className = 'flex flex-wrap items-baseline gap-x-4 py-2'
    const texts = [
      [title, 'min-w-0 flex-1 basis-48 font-semibold wrap-anywhere'],
      [dollars.format(price), 'tabular'],
      ['', 'min-w-18 text-right tabular'],
    ].map(([text, className]) => {
      const span = document.createElement('span')
      span.className = className
      span.textContent = text
      return span
    })
    row.append(...texts)
    section.querySelector('ul').append(row)
    return { span: texts[2], endsOn }
  })
  const draw = () => {
    for (const { span, endsOn } of countdowns) span.textContent = timeLeft(endsOn - Date.now())
  }
  draw()
  setInterval(draw, 1_000)
  section.hidden = false
}

show()
if (window.location.pathname !== OWN_PATH) showKept()
document.getElementById('try-again').addEventListener('click', reload)
window.addEventListener('offline', show)
window.addEventListener('online', show)
if (window.location.pathname !== OWN_PATH) {
  window.addEventListener('online', reload)
  document.addEventListener('visibilitychange', checkQuietly)
  setInterval(checkQuietly, CHECK_EVERY_MS)
}
