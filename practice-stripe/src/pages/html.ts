import type { Price } from '../records.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

export const amountText = (cents: number): string =>
  `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

export const priceText = ({ unit_amount, recurring }: Price): string =>
  `${amountText(unit_amount)} a ${recurring.interval}`

export const failureOf = (failure: string | undefined): string =>
  failure === undefined ? '' : `<p class="failure" role="alert">${escape(failure)}</p>`

export const dayText = (at: number): string =>
  new Date(at * 1_000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; }
  .notice { background: #7a4d00; color: #fff; padding: .6rem 1rem; text-align: center; font-weight: 600; }
  main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
  h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
  .amount { font-size: 1.75rem; font-weight: 700; margin: .25rem 0 1.5rem; }
  fieldset { border: 1px solid color-mix(in srgb, currentColor 35%, transparent); border-radius: .5rem; padding: .5rem 1rem 1rem; margin: 0 0 1.25rem; }
  legend { font-weight: 600; padding: 0 .25rem; }
  label { display: flex; gap: .6rem; align-items: center; min-height: 2.75rem; }
  input { width: 1.2rem; height: 1.2rem; flex: none; }
  button, .button { font: inherit; font-weight: 600; min-height: 2.75rem; border-radius: .5rem; border: 0; padding: 0 1.25rem; background: #1d4ed8; color: #fff; cursor: pointer; width: 100%; }
  a { color: inherit; }
  .plain { display: inline-flex; align-items: center; min-height: 2.75rem; }
  .failure { border: 2px solid #c62828; border-radius: .5rem; padding: .6rem 1rem; margin: 0 0 1.25rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: .4rem .5rem .4rem 0; vertical-align: top; }
  td.number, th.number { text-align: right; padding-right: 0; }
  tr + tr td { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
  form { margin: 0 0 .5rem; }
`

/** A page of this service. `body` is markup; every text in it is escaped already. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)} · Test checkout</title>
<style>${STYLE}</style>
</head>
<body>
<header class="notice">Test checkout: no money moves</header>
<main>${body}</main>
</body>
</html>`
