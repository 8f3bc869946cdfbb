import { RecoverySnapshot } from '@bidwell/contract'
import { parseJson } from '../api/api-error.ts'
import { type FormInUse, findFormInUse } from '../api/form-in-use.ts'
import { deviceClock } from '../time/device-clock.ts'
import { clearSnapshot, SNAPSHOT_KEY } from './clear-snapshot.ts'
import { previousPage } from './previous-page.ts'
import { type FormField, formKey, savedFormData, withEarlierFields } from './recovery-rules.ts'
import { isTyped } from './typed-fields.ts'

/** Stores the page's address and the values that its user typed, to be returned after signing in again. */
export function saveSnapshot(userId: string): RecoverySnapshot {
  const now = deviceClock.now()
  const inUse = findFormInUse()
  const { action } = inUse
  const before = previousPage()
  const url = window.location.pathname + window.location.search
  const typed = savedFormData(textFields().filter(isUnfinished).map(fieldOf), action, now)
  const earlier = readSnapshot()
  const isSamePage = earlier?.userId === userId && earlier.url === url
  const snapshot: RecoverySnapshot = {
    userId,
    url,
    timestamp: now,
    actionContext: {
      action,
      formData: isSamePage ? withEarlierFields(typed, earlier.actionContext.formData) : typed,
      ...auctionOf(inUse),
    },
    userContext: { scrollPosition: window.scrollY, ...(before !== null && { previousPage: before }) },
  }
  sessionStorage.setItem(SNAPSHOT_KEY, JSON.stringify(snapshot))
  return snapshot
}

/** Returns the stored snapshot and deletes it; null when there is none of this user. */
export function takeSnapshot(userId: string): RecoverySnapshot | null {
  const snapshot = readSnapshot()
  clearSnapshot()
  return snapshot?.userId === userId ? snapshot : null
}

/** Returns saved values into their fields, where the page shows them. Returns how many changed, and what is left. */
export function restoreFields(saved: readonly FormField[]): { changed: number; left: FormField[] } {
  let changed = 0
  const left = saved.filter(({ form, name, value }) => {
    const input = textFields().find((field) => field.name === name && formOf(field) === form && !field.disabled)
    if (input === undefined) return true
    // What the user has typed since is newer.
    if (input.value !== value && !isTyped(input)) {
      typeInto(input, value)
      changed += 1
    }
    return false
  })
  return { changed, left }
}

function readSnapshot(): RecoverySnapshot | null {
  const snapshot = RecoverySnapshot.safeParse(parseJson(sessionStorage.getItem(SNAPSHOT_KEY) ?? ''))
  return snapshot.success ? snapshot.data : null
}

function auctionOf({ form, bidAmount }: FormInUse) {
  const { auction, auctionTitle } = form?.dataset ?? {}
  return {
    ...(auction !== undefined && { auctionId: auction }),
    ...(auctionTitle !== undefined && { auctionTitle }),
    ...(bidAmount !== undefined && { bidAmount }),
  }
}

type TextInput = HTMLInputElement | HTMLTextAreaElement

const TEXT_TYPES = new Set(['text', 'email', 'tel', 'url', 'search', 'number', 'textarea'])

/** The fields for text, except those of forms with `data-private`, which ask for codes. */
const textFields = () =>
  [...document.querySelectorAll<TextInput>('input, textarea')].filter(
    (input) => TEXT_TYPES.has(input.type) && input.form?.dataset.private === undefined,
  )

/** Whether a field has something that was typed and not sent. A form about an auction says when it is in use. */
const isUnfinished = (input: TextInput) => {
  const { auction, action } = input.form?.dataset ?? {}
  return isTyped(input) && (input.form === null || formOf(input) !== null) && !(auction !== undefined && !action)
}

const fieldOf = (input: TextInput): FormField => ({ form: formOf(input), name: input.name, value: input.value })

// By its attribute: a form's property `name` gives way to a field with that name.
const formOf = ({ form }: TextInput) => formKey(form?.getAttribute('name') ?? '', form?.dataset.auction)

/** Acts like a user who types: React replaces the `value` setter and would ignore a plain assignment. */
function typeInto(input: TextInput, text: string) {
  const prototype = input instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
