import { classifyAction, RecoverySnapshot } from '@bidwell/contract'
import { parseJson } from '../api/api-error.ts'
import { deviceClock } from '../time/device-clock.ts'
import { clearSnapshot, SNAPSHOT_KEY } from './clear-snapshot.ts'
import { bidAmountIn, fieldKey, formDataOf } from './recovery-rules.ts'

/** Stores the page's address and typed values, to be restored after the user has signed in again. */
export function saveSnapshot(): RecoverySnapshot {
  const formData = formDataOf(textFields().map((input) => ({ ...identityOf(input), value: input.value })))
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
  sessionStorage.setItem(SNAPSHOT_KEY, JSON.stringify(snapshot))
  return snapshot
}

/** Returns the stored snapshot and deletes it; null when there is none. */
export function takeSnapshot(): RecoverySnapshot | null {
  const snapshot = RecoverySnapshot.safeParse(parseJson(sessionStorage.getItem(SNAPSHOT_KEY) ?? ''))
  clearSnapshot()
  return snapshot.success ? snapshot.data : null
}

/** Restores the stored values into the fields on the page; returns the number of fields changed. */
export function restoreFields({ actionContext }: RecoverySnapshot): number {
  const changes = textFields().flatMap((input) => {
    const value = actionContext.formData[fieldKey(identityOf(input))]
    return value === undefined || value === '' || value === input.value ? [] : [{ input, value }]
  })
  for (const { input, value } of changes) typeInto(input, value)
  return changes.length
}

type TextInput = HTMLInputElement | HTMLTextAreaElement

const TEXT_TYPES = new Set(['text', 'email', 'tel', 'url', 'search', 'number', 'textarea'])

const textFields = () =>
  [...document.querySelectorAll<TextInput>('input, textarea')].filter((input) => TEXT_TYPES.has(input.type))

const identityOf = (input: TextInput) => ({ form: input.form?.name ?? '', name: input.name })

/** Acts like a user who types: React replaces the `value` setter and would ignore a plain assignment. */
function typeInto(input: TextInput, text: string) {
  const prototype = input instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
