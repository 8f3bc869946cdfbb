import * as z from 'zod/mini'
import { escapeHtml } from '../platform/escape-html.ts'

const Content = z.object({
  description: z.optional(z.string()),
  content: z.optional(z.record(z.string(), z.object({ schema: z.optional(z.unknown()) }))),
})

/** What the page shows of one call, or of a call that Bidwell makes, in an OpenAPI document. */
const Operation = z.object({
  summary: z.optional(z.string()),
  /** Which API tokens may make the call. */
  description: z.optional(z.string()),
  security: z.optional(z.array(z.unknown())),
  parameters: z.optional(
    z.array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.optional(z.boolean()),
        description: z.optional(z.string()),
        schema: z.unknown(),
      }),
    ),
  ),
  requestBody: z.optional(Content),
  responses: z.optional(z.record(z.string(), Content)),
})
type Operation = z.infer<typeof Operation>

const Operations = z.record(z.string(), z.record(z.string(), Operation))

const Document = z.object({
  info: z.object({ title: z.string(), description: z.optional(z.string()) }),
  paths: Operations,
  webhooks: z.optional(Operations),
})

export const PAGE_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
html { background: light-dark(#fff, #121a1b); color: light-dark(#121a1b, #e8eeee); }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
a { color: light-dark(#0b5c66, #8fd6df); }
article { border-top: 1px solid; margin-top: 1.5rem; padding-top: 0.5rem; }
h2 { font-size: 1.125rem; overflow-wrap: anywhere; }
pre { background: light-dark(#f0f2f0, #1c2526); overflow-x: auto; padding: 0.75rem; font-size: 0.875rem; }
`

/** A page, without scripts, that shows each call of an OpenAPI document, and what its webhooks receive. */
export function renderApiPage(document: unknown): string {
  const { info, paths, webhooks = {} } = z.parse(Document, document)
  const calls = [
    ...listed(paths, (method, path) => `${method.toUpperCase()} ${path}`),
    ...listed(webhooks, (method, name) => `Webhook: ${method.toUpperCase()} ${name}`),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1>${escapeHtml(info.title)} API</h1>
<p>${escapeHtml(info.description ?? '')} For programs: <a href="/api/openapi.json">the OpenAPI document</a>.</p>
</header>
<nav aria-label="Calls"><ul>
${calls.map(({ name }) => `<li><a href="#${anchorOf(name)}">${escapeHtml(name)}</a></li>`).join('\n')}
</ul></nav>
<main>
${calls.map(({ name, operation }) => renderCall(name, operation)).join('\n')}
</main>
</body>
</html>
`
}

const listed = (operations: z.infer<typeof Operations>, nameOf: (method: string, place: string) => string) =>
  Object.entries(operations).flatMap(([place, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: nameOf(method, place), operation })),
  )

const renderCall = (name: string, { summary, description, security, parameters, requestBody, responses }: Operation) =>
  `<article id="${anchorOf(name)}">
<h2>${escapeHtml(name)}</h2>
<p>${escapeHtml(summary ?? '')}${security ? '. Needs a token in <code>Authorization: Bearer</code>' : ''}.${description === undefined ? '' : ` ${escapeHtml(description)}`}</p>
${(parameters ?? []).map(({ name: parameter, in: place, description, schema }) => renderSchema(`${parameter} (${place})`, schema, description)).join('')}
${renderContent('Request', requestBody)}
${Object.entries(responses ?? {})
  .map(([status, response]) => renderContent(`Answer ${status}`, response))
  .join('')}
</article>`

function renderContent(title: string, { content, description = '' }: z.infer<typeof Content> = {}) {
  if (!content) return description === '' ? '' : `<p>${escapeHtml(`${title}: ${description}`)}</p>\n`
  return Object.values(content)
    .map(({ schema }) => renderSchema(title, schema))
    .join('')
}

const renderSchema = (title: string, schema: unknown, description = '') =>
  `<details><summary>${escapeHtml(title)}</summary>${description === '' ? '' : `<p>${escapeHtml(description)}</p>`}<pre>${escapeHtml(JSON.stringify(schema, null, 2) ?? '')}</pre></details>\n`

const anchorOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
