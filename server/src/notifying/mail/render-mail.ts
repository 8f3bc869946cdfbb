import { escapeHtml } from '../../platform/escape-html.ts'
import type { Letter, Paragraph } from './template.ts'

export type Rendered = Pick<Letter, 'replyTo' | 'thread'> & {
  subject: string
  html: string
  text: string
  /** The address whose POST ends mails of this kind (RFC 8058). */
  unsubscribeUrl?: string
}

/** The colours of the web app, for light and dark. Mail programs without the dark ones show the light ones. */
const LIGHT = { page: '#f4f6f4', card: '#ffffff', ink: '#13201f', faint: '#465552', line: '#d3dad6', action: '#0b5a68' }
const STYLE = `
  @media (prefers-color-scheme: dark) {
    .page { background: #0d1415 !important; }
    .card { background: #151e1f !important; border-color: #2a3637 !important; }
    .ink { color: #e9f0ee !important; }
    .faint, .faint a { color: #a9b8b5 !important; }
    .action { background: #6cc7d6 !important; color: #06181b !important; }
  }`
const FONT = "font-family: 'Atkinson Hyperlegible Next', system-ui, -apple-system, 'Segoe UI', sans-serif"
const INK = `margin: 0 0 16px; color: ${LIGHT.ink}; font-size: 16px; line-height: 24px`
const FAINT = `margin: 0; color: ${LIGHT.faint}; font-size: 14px; line-height: 20px; word-break: break-all`

/**
 * A letter as HTML and as plain text, which say the same. Nothing is loaded but the picture of an auction, every link starts with
 * `publicUrl`, and each value is escaped here and nowhere else.
 */
export function renderMail(letter: Letter, publicUrl: string): Rendered {
  const subject = onOneLine(letter.subject)
  const home = urlBelow(publicUrl, '/')
  const { unsubscribePath, imageUrl } = letter
  const small = [
    ...(letter.footnotes ?? []),
    ...(unsubscribePath === undefined ? [] : [{ label: 'No more mails like this', path: unsubscribePath }]),
  ].map(({ label, path }) => ({ label, url: urlBelow(publicUrl, path) }))
  const footer = [
    `Sent by Bidwell at ${escape(home)}`,
    ...small.map(({ label, url }) => `<a href="${escape(url)}" style="color: ${LIGHT.faint}">${escape(label)}</a>`),
  ]
  const body = letter.paragraphs.map((paragraph) => asHtml(paragraph, publicUrl)).join('\n')
  return {
    subject,
    ...(letter.replyTo !== undefined && { replyTo: letter.replyTo }),
    ...(letter.thread !== undefined && { thread: letter.thread }),
    ...(unsubscribePath !== undefined && { unsubscribeUrl: urlBelow(publicUrl, unsubscribePath) }),
    text: `${[
      subject,
      ...letter.paragraphs.map((paragraph) => asText(paragraph, publicUrl)),
      ['--', `Bidwell, ${home}`, ...small.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
    ].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(subject)}</title>
<style>${STYLE}
</style>
</head>
<body class="page" style="margin: 0; background: ${LIGHT.page}; ${FONT}">
<div class="page" style="padding: 24px 12px; background: ${LIGHT.page}">
<div class="card" style="max-width: 520px; margin: 0 auto; padding: 24px; background: ${LIGHT.card}; border: 1px solid ${LIGHT.line}; border-radius: 12px">
<p class="faint" style="${FAINT}; margin-bottom: 16px; font-weight: 600">Bidwell</p>
<h1 class="ink" style="margin: 0 0 16px; color: ${LIGHT.ink}; font-size: 20px; line-height: 28px; font-weight: 600">${escape(subject)}</h1>
${imageUrl === undefined ? '' : pictureOf(imageUrl)}${body}
</div>
<p class="faint" style="${FAINT}; max-width: 520px; margin: 16px auto 0; text-align: center; word-break: normal; overflow-wrap: anywhere">${footer.join(' · ')}</p>
</div>
</body>
</html>
`,
  }
}

const pictureOf = (url: string) =>
  `<p style="margin: 0 0 16px"><img src="${escape(url)}" alt="" width="120" height="120" style="display: block; width: 120px; height: 120px; object-fit: cover; border-radius: 8px"></p>
`

function asText(paragraph: Paragraph, publicUrl: string): string {
  switch (paragraph.kind) {
    case 'text':
      return onOneLine(paragraph.text)
    case 'link':
      return `${onOneLine(paragraph.label)}:\n${urlBelow(publicUrl, paragraph.path)}`
    case 'facts':
      return paragraph.facts.map(([label, value]) => `${label}: ${onOneLine(value)}`).join('\n')
  }
}

function asHtml(paragraph: Paragraph, publicUrl: string): string {
  switch (paragraph.kind) {
    case 'text':
      return `<p class="ink" style="${INK}">${escape(paragraph.text)}</p>`
    case 'link': {
      const url = escape(urlBelow(publicUrl, paragraph.path))
      return `<p style="margin: 0 0 12px"><a class="action" href="${url}" style="display: inline-block; padding: 12px 20px; background: ${LIGHT.action}; color: #ffffff; border-radius: 8px; font-size: 16px; line-height: 20px; font-weight: 600; text-decoration: none">${escape(paragraph.label)}</a></p>
<p class="faint" style="${FAINT}; margin-bottom: 16px">Or copy this address: ${url}</p>`
    }
    case 'facts': {
      const lines = paragraph.facts.map(
        ([label, value]) =>
          `<span class="faint" style="color: ${LIGHT.faint}">${escape(label)}:</span> ${escape(value)}`,
      )
      return `<p class="ink" style="${INK}">${lines.join('<br>\n')}</p>`
    }
  }
}

/** Resolved against the public URL, so that a path cannot lead to another host. */
function urlBelow(publicUrl: string, path: string): string {
  const base = publicUrl.endsWith('/') ? publicUrl : `${publicUrl}/`
  return new URL(`./${path.replace(/^\/+/, '')}`, base).href
}

/** Without control and direction characters: a value cannot add a header or a line, or show its letters in another order. */
const onOneLine = (value: string) => value.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()

const escape = (value: string) => escapeHtml(onOneLine(value))
