import type { ResponseFault } from '../control/faults.ts'
import { type Answer, empty, json } from '../http/answer.ts'
import { refused, unauthorizedEnvelope } from './envelope.ts'

/** What happens on the connection: an answer sent in one of three ways, silence, or a reset. */
export type Reply =
  | { kind: 'whole' | 'truncated'; answer: Answer }
  | { kind: 'trickle'; answer: Answer; bytesPerSecond: number }
  | { kind: 'hang' | 'cut' }

/** Whether the site acts on a call with this fault. */
export const actsDespite = (fault: ResponseFault) => !('when' in fault) || fault.when === 'after'

/** Applies a fault to the answer of a call. */
export function applyFault(fault: ResponseFault, answer: Answer, now: number): Reply {
  if (fault.kind === 'hang' || fault.kind === 'cut') return { kind: fault.kind }
  if (fault.kind === 'truncated') return { kind: 'truncated', answer }
  if (fault.kind === 'trickle') return { kind: 'trickle', answer, bytesPerSecond: fault.bytesPerSecond }
  return { kind: 'whole', answer: wrongAnswer(fault, answer, now) }
}

type WrongAnswer = Exclude<ResponseFault, { kind: 'hang' | 'cut' | 'truncated' | 'trickle' }>

function wrongAnswer(fault: WrongAnswer, answer: Answer, now: number): Answer {
  if (fault.kind === 'old_date') {
    return { ...answer, headers: { ...answer.headers, date: new Date(now - fault.ageMs).toUTCString() } }
  }
  if (fault.kind === 'tight_time') {
    return { ...answer, body: answer.body.replaceAll(/(?<="remainingTime":"[^"]*)(\d[dhms]) /g, '$1') }
  }
  if (fault.kind === 'refused_when_empty')
    return answer.body.includes('"status":true') && answer.body.includes('"data":null') ? refused('No items.') : answer
  if (fault.kind === 'odd_rows') return { ...answer, body: oddRows(fault, answer.body) }
  if (fault.kind === 'status') return statusPage(fault.status, fault.retryAfterSeconds)
  if (fault.kind === 'unauthorized') return unauthorizedEnvelope()
  if (fault.kind === 'refusal') return json({ status: false, result: -20, message: fault.message })
  if (fault.kind === 'html') return htmlText(200, '<h2>Our services are not available right now</h2>')
  if (fault.kind === 'garbage') return json({ status: 'perhaps', itemId: [], message: { text: 7 }, bidHistory: null })
  // Padded with white space, so the JSON stays valid.
  return { ...answer, body: answer.body + ' '.repeat(fault.bytes) }
}

function oddRows({ withoutId, twice, count }: Extract<WrongAnswer, { kind: 'odd_rows' }>, body: string): string {
  const answer = JSON.parse(body)
  const { items, itemCount } = answer.searchResults
  const rows = twice ? [...items, ...items.slice(-1)] : items
  const shown = withoutId
    ? rows.map((row: object, at: number) => (at === 0 ? { ...row, itemId: undefined } : row))
    : rows
  return JSON.stringify({ ...answer, searchResults: { items: shown, itemCount: count ?? itemCount } })
}

const htmlText = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><html><body>${text}</body></html>`,
})

function statusPage(status: number, retryAfterSeconds: number | undefined): Answer {
  // As of an item that the site does not have.
  if (status === 404) return empty(404)
  const page = htmlText(status, status === 403 ? '<h2>The request is blocked.</h2>' : 'The service is unavailable.')
  return retryAfterSeconds === undefined
    ? page
    : { ...page, headers: { ...page.headers, 'retry-after': String(retryAfterSeconds) } }
}
