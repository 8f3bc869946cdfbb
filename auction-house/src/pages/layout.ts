import { createHash } from 'node:crypto'
import { Html, html } from './html.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: #22282c; --soft: #5b646b; --line: #d9ddd8; --paper: #fafaf6; --card: #fff; --good: #1d6b43; --link: #175a8c }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebea; --soft: #a3adb3; --line: #363d42; --paper: #15191c; --card: #1e2327; --good: #6fc795; --link: #86bfe8 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
a { color: var(--link) }
.banner { margin: 0; padding: .5rem 1rem; background: #f6d87a; color: #33290a; text-align: center; font-size: .9rem }
header, main { max-width: 72rem; margin: 0 auto; padding: 1rem }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center }
header strong a { color: inherit; text-decoration: none; font-size: 1.2rem }
form { display: flex; gap: .5rem }
header form { flex: 1 1 16rem }
input, button { font: inherit; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); color: inherit; min-width: 0 }
input { flex: 1 }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0 1rem }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
.items { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)) }
.items li { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden }
.items p { margin: 0; padding: 0 .75rem .75rem }
.items a { display: block; padding: .75rem .75rem .25rem; font-weight: 600 }
img { display: block; width: 100%; height: auto; aspect-ratio: 4 / 3; object-fit: cover }
.soft { color: var(--soft) }
.good { color: var(--good); font-weight: 600 }
.price { margin: 0; font-size: 1.75rem; font-weight: 700; font-variant-numeric: tabular-nums }
.item { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)) }
.item img { border-radius: .75rem; border: 1px solid var(--line) }
dl { display: grid; grid-template-columns: auto 1fr; gap: .35rem 1rem; margin: 1rem 0 }
dt { color: var(--soft) }
dd { margin: 0 }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); white-space: nowrap }
td:first-child { white-space: normal }
`

/** Counts every `data-ends-in` down, in milliseconds from the time at which the page was made. */
const SCRIPT = `
const start = performance.now()
const two = (n) => String(n).padStart(2, '0')
function tick() {
  for (const node of document.querySelectorAll('[data-ends-in]')) {
    const left = Math.max(0, Math.ceil((node.dataset.endsIn - (performance.now() - start)) / 1000))
    const [d, h, m, s] = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60]
    node.textContent = left === 0 ? 'Ended: reload for the result' : (d ? d + 'd ' : '') + (d || h ? h + 'h ' : '') + m + 'm ' + two(s) + 's'
  }
}
tick()
setInterval(tick, 250)
`

// Built separately from the page, since formatting inside the tags would change their hashes.
const STYLE_TAG = new Html(`<style>${STYLE}</style>`)
const SCRIPT_TAG = new Html(`<script>${SCRIPT}</script>`)

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Allows only the page's own style, script and pictures. */
export const PAGE_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

/** A whole page. Every page has the banner, so that no visitor takes the site for a real shop. */
export const layout = (title: string, searched: string, main: Html) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Auction House</title>
        <link rel="icon" href="data:," />
        ${STYLE_TAG}
      </head>
      <body>
        <p class="banner">Auction House, a practice site: nothing here is for sale, and no money changes hands.</p>
        <header>
          <strong><a href="/">Auction House</a></strong>
          <form action="/" role="search">
            <input
              type="search"
              name="q"
              value="${searched}"
              aria-label="Search items"
              placeholder="Search items"
            /><button>Search</button>
          </form>
          <nav><a href="/my-bids">My bids</a></nav>
        </header>
        <main>${main}</main>
        ${SCRIPT_TAG}
      </body>
    </html>`
