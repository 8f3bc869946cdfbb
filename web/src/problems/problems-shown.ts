import { createStore } from '../state/create-store.ts'
import { createPreference } from '../ui/preferences.ts'
import type { Problem } from './problem.ts'

/** The problems on the present page, and whether they are collapsed to the pill in the header. */
export const problemsShown = createStore<{ problems: readonly Problem[]; collapsed: boolean }>({
  problems: [],
  collapsed: false,
})

/** What the user saw when collapsing the problems, as `formatCollapse` writes it; empty while they are not collapsed. */
export const collapseKept = createPreference<string>('problems_collapsed', '', (stored) => stored)

/** Which of the two takes the keyboard's focus when it appears: it replaces the other, which had it. */
let focusNext: 'band' | 'pill' | null = null

export const giveFocusTo = (part: 'band' | 'pill') => {
  focusNext = part
}

/** Focuses a button that has just appeared if the focus is meant for it. */
export function takeFocus(part: 'band' | 'pill', button: HTMLButtonElement | null) {
  if (focusNext !== part || !button) return
  focusNext = null
  button.focus()
}
