import { messages } from '@bidwell/contract'
import { toastSuccess } from '../ui/overlays/toasts.tsx'
import { type FormField, savedFields } from './recovery-rules.ts'
import { takeSnapshot } from './recovery-snapshot.ts'
import { currentSession } from './session.ts'
import { formOf, isTyped, textFields, type TextInput } from './typed-fields.ts'

/** The time that a page needs to render its forms, and then the time between two looks for further ones. */
const RENDER_TIME_MS = 1_000
/** A page that is still loading is waited for this many times. */
const MAX_WAITS = 10
/** A form that the user opens later than this many looks stays as it is. */
const MAX_LOOKS = 300

/** Confirms the new session, and brings back what the user typed before the last one ended, into the forms that it was typed for. */
export async function recoverPage() {
  const userId = signedInUser()
  const snapshot = userId === null ? null : takeSnapshot(userId)
  if (snapshot === null) return tell(messages.session.loggedBackIn)
  const welcome = [messages.session.loggedBackIn, messages.endingSession.welcomeBack]
  tell(...welcome)
  const { pathname } = window.location
  await waitForForms()
  window.scrollTo({ top: snapshot.userContext.scrollPosition })

  let waiting = savedFields(snapshot.actionContext.formData)
  let isTold = false
  for (let looks = 0; waiting.length > 0 && looks < MAX_LOOKS; looks += 1) {
    if (window.location.pathname !== pathname || signedInUser() !== userId) return
    const { changed, left } = restoreFields(waiting)
    waiting = left
    if (changed > 0 && !isTold) tell(...(looks === 0 ? welcome : []), messages.endingSession.formRestored)
    isTold ||= changed > 0
    await pause()
  }
}

/** One toast for all that follows from signing in again. */
const tell = (...sentences: string[]) => toastSuccess(sentences.join(' '), { id: 'signed-in-again' })

async function waitForForms() {
  for (let waits = 0; waits < MAX_WAITS; waits += 1) {
    await pause()
    if (document.querySelector('[data-loading]') === null) return
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, RENDER_TIME_MS))

function signedInUser(): string | null {
  const session = currentSession()
  return session.kind === 'signed-in' ? session.user.id : null
}

/** Returns saved values into their fields, where the page shows them. Returns how many changed, and what is left. */
function restoreFields(saved: readonly FormField[]): { changed: number; left: FormField[] } {
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

/** Acts like a user who types: React replaces the `value` setter and would ignore a plain assignment. */
function typeInto(input: TextInput, text: string) {
  const prototype = input instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
