import type { Html } from '../pages/html.ts'

/** A whole HTTP response. */
export type Answer = { status: number; headers: Record<string, string>; body: string }

export const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})

export const empty = (status: number): Answer => ({ status, headers: {}, body: '' })

/** The site's answer to a value that it cannot convert. */
export const badRequest = (field: string, problem: string): Answer => ({
  status: 400,
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  body: JSON.stringify({
    errors: { [field]: [problem] },
    type: 'https://tools.ietf.org/html/rfc7231#section-6.5.1',
    title: 'One or more validation errors occurred.',
    status: 400,
    traceId: crypto.randomUUID(),
  }),
})

export const htmlPage = (page: Html, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body: page.text,
})
