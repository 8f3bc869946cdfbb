import { type RecoveryAction, RecoverySnapshot } from '@bidwell/contract'
import { parseJson } from '../api/api-error.ts'
import { findFormInUse, type FormInUse } from '../api/form-in-use.ts'
import { deviceClock } from '../time/device-clock.ts'
import { type FormField, savedFormData, withEarlierFields } from './recovery-rules.ts'
import { formOf, isTyped, textFields, type TextInput } from './typed-fields.ts'

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

const SNAPSHOT_KEY = 'session_recovery'

/** Deletes the snapshot. */
export const clearSnapshot = () => sessionStorage.removeItem(SNAPSHOT_KEY)

/** Deletes the snapshot unless it is the user's. */
export function clearSnapshotOfOthers(userId: string) {
  const snapshot = parseJson(sessionStorage.getItem(SNAPSHOT_KEY) ?? '')
  const owner = typeof snapshot === 'object' && snapshot !== null && 'userId' in snapshot ? snapshot.userId : null
  if (owner !== userId) clearSnapshot()
}

type Page = { pathname: string; search: string }

let shownPage: Page | null = null
let pageBefore: Page | null = null

/** Notes that a page is shown. A sheet or a filter changes the query alone, and the page stays the same. */
export function notePage(page: Page) {
  if (page.pathname !== shownPage?.pathname) pageBefore = shownPage
  shownPage = page
}

/** The path and the query of the page before the one that is shown; null for the first since the application was loaded. */
const previousPage = (): string | null => pageBefore && pageBefore.pathname + pageBefore.search
