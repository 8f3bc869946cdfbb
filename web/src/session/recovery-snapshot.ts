import { type RecoveryAction, RecoverySnapshot } from '@bidwell/contract'
import { parseJson } from '../api/api-error.ts'
import { type FormInUse, findFormInUse } from '../api/form-in-use.ts'
import { deviceClock } from '../time/device-clock.ts'
import { clearSnapshot, SNAPSHOT_KEY } from './clear-snapshot.ts'
import { previousPage } from './previous-page.ts'
import { type FormField, savedFormData, withEarlierFields } from './recovery-rules.ts'
import { formOf, type TextInput, textFields } from './text-fields.ts'
import { isTyped } from './typed-fields.ts'

/** Stores the page's address and the values that its user typed, to be returned after signing in again. */
export function saveSnapshot(userId: string) {
  const before = previousPage()
  const url = window.location.pathname + window.location.search
  const earlier = readSnapshot()
  const isSamePage = earlier?.userId === userId && earlier.url === url
  const snapshot: RecoverySnapshot = {
    userId,
    url,
    timestamp: deviceClock.now(),
    actionContext: isSamePage ? withEarlier(actionContext(), earlier.actionContext) : actionContext(),
    userContext: { scrollPosition: window.scrollY, ...(before !== null && { previousPage: before }) },
  }
  sessionStorage.setItem(SNAPSHOT_KEY, JSON.stringify(snapshot))
}

/** What the user was doing when the session ended. */
export const interruptedAction = (): RecoveryAction => readSnapshot()?.actionContext.action ?? 'general'

/** Returns the stored snapshot and deletes it; null when there is none of this user. */
export function takeSnapshot(userId: string): RecoverySnapshot | null {
  const snapshot = readSnapshot()
  clearSnapshot()
  return snapshot?.userId === userId ? snapshot : null
}

function readSnapshot(): RecoverySnapshot | null {
  const snapshot = RecoverySnapshot.safeParse(parseJson(sessionStorage.getItem(SNAPSHOT_KEY) ?? ''))
  return snapshot.success ? snapshot.data : null
}

type ActionContext = RecoverySnapshot['actionContext']

function actionContext(): ActionContext {
  const inUse = findFormInUse()
  const typed = textFields().filter(isUnfinished).map(fieldOf)
  return {
    action: inUse.action,
    formData: savedFormData(typed, inUse.action, deviceClock.now()),
    ...auctionOf(inUse),
  }
}

/** Without anything typed now, the page was loaded again, and what was interrupted earlier still is. */
const withEarlier = (now: ActionContext, earlier: ActionContext): ActionContext =>
  now.formData.isValid ? { ...now, formData: withEarlierFields(now.formData, earlier.formData) } : earlier

function auctionOf({ form, bidAmount }: FormInUse) {
  const { auction, auctionTitle } = form?.dataset ?? {}
  return {
    ...(auction !== undefined && { auctionId: auction }),
    ...(auctionTitle !== undefined && { auctionTitle }),
    ...(bidAmount !== undefined && { bidAmount }),
  }
}

/** Whether a field has something that was typed and not sent. A form about an auction says when it is in use. */
const isUnfinished = (input: TextInput) => {
  const { auction, action } = input.form?.dataset ?? {}
  return isTyped(input) && (input.form === null || formOf(input) !== null) && !(auction !== undefined && !action)
}

const fieldOf = (input: TextInput): FormField => ({ form: formOf(input), name: input.name, value: input.value })
