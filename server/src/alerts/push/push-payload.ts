import type { PushPayload } from '@bidwell/contract'
import type { Alert } from '../compose-alert.ts'

/** Push services take 4,096 bytes, of which encryption needs a hundred. */
const MAX_BYTES = 3_800
const MAX_TITLE_BYTES = 400
const MAX_TEXT_BYTES = 1_600

/** What the service worker gets of an alert, as JSON. What would not fit is shortened, the picture first. */
export function payloadOf(deliveryId: string, alert: Alert): string {
  const payload: PushPayload = {
    id: deliveryId,
    title: shorten(alert.title, MAX_TITLE_BYTES),
    text: shorten(alert.text, MAX_TEXT_BYTES),
    path: alert.path,
    tag: alert.tag,
    image: alert.imageUrl,
    actions: alert.actions.map(({ label, path }) => ({ label, path })),
    urgent: alert.isUrgent,
  }
  const smaller = [{}, { image: null }, { image: null, actions: [] }, { image: null, actions: [], text: '' }]
  const texts = smaller.map((change) => JSON.stringify({ ...payload, ...change }))
  const fitting = texts.find((text) => Buffer.byteLength(text) <= MAX_BYTES)
  if (fitting === undefined) throw new RangeError(`The alert ${alert.tag} does not fit into a push`)
  return fitting
}

/** Cuts between characters. */
function shorten(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  // With `stream`, the beginning of a character whose end was cut off is left out.
  return `${new TextDecoder().decode(bytes.subarray(0, maxBytes - 3), { stream: true })}…`
}
