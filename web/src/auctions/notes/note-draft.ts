/** A note while its user writes it; `base` is the stored note that the user had before them. */
export type NoteDraft = { text: string; base: string }

/** `changed_elsewhere`: the stored note is neither what the user started from nor what they have typed. */
export type DraftState = 'saved' | 'unsaved' | 'changed_elsewhere'

export function draftState(draft: NoteDraft | null, stored: string): DraftState {
  if (draft === null || draft.text === draft.base || draft.text === stored) return 'saved'
  return draft.base === stored ? 'unsaved' : 'changed_elsewhere'
}
