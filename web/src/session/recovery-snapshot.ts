import { classifyAction, RecoverySnapshot } from '@bidwell/contract'
import { parseJson } from '../api/api-error.ts'
import { clearSnapshot, SNAPSHOT } from './clear-snapshot.ts'
import { bidAmountIn, fieldKey, formDataOf } from './recovery-rules.ts'
import { deviceClock } from '../time/device-clock.ts'

/** Remembers where the user is and what is typed, for the page that loads after signing in again. */
export function saveSnapshot(): RecoverySnapshot {
  const formData = formDataOf(textFields().map((input) => ({ ...placeOf(input), value: input.value })))
  const url = window.location.pathname + window.location.search
  const bidAmount = bidAmountIn(formData)
  const snapshot: RecoverySnapshot = {
    url,
    timestamp: deviceClock.now(),
    actionContext: {
      action: classifyAction(url, bidAmount),
      formData,
      ...(bidAmount !== undefined && { bidAmount }),
    },
    userContext: { scrollPosition: window.scrollY },
  }
  sessionStorage.setItem(SNAPSHOT, JSON.stringify(snapshot))
  return snapshot
}

/** The snapshot, once: reading it takes it away. */
export function takeSnapshot(): RecoverySnapshot | null {
  const snapshot = RecoverySnapshot.safeParse(parseJson(sessionStorage.getItem(SNAPSHOT) ?? ''))
  clearSnapshot()
  return snapshot.success ? snapshot.data : null
}

/** Puts typed values back into the fields that are on the page; answers how many. */
export function restoreFields({ actionContext }: RecoverySnapshot): number {
  const lost = textFields().filter((input) => {
    const kept = actionContext.formData[fieldKey(placeOf(input))]
    return kept !== undefined && kept !== '' && kept !== input.value
  })
  for (const input of lost) typeInto(input, actionContext.formData[fieldKey(placeOf(input))] ?? '')
  return lost.length
}

const TEXT_TYPES = new Set(['text', 'email', 'tel', 'url', 'search', 'number', 'textarea'])

const textFields = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].filter((input) =>
    TEXT_TYPES.has(input.type),
  )

const placeOf = (input: HTMLInputElement | HTMLTextAreaElement) => ({
  form: input.form?.name ?? '',
  name: input.name,
})

/** As if the user had: assigning `value` alone would go unnoticed by whoever holds the field's state. */
function typeInto(input: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const prototype = input instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
