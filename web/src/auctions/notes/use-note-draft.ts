import { type Auction, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toastUndo } from '../../ui/overlays/toasts.tsx'
import { draftState, type NoteDraft } from './note-draft.ts'
import { noteMutation } from './note-queries.ts'

/** `not_saved`: the last try has failed. `waiting`: for a connection. */
type NoteState = 'untouched' | 'saving' | 'waiting' | 'saved' | 'not_saved' | 'changed_elsewhere'

const TYPING_PAUSE_MS = 800

/** The note as typed. It is saved once its user pauses, and when the field or the page goes. */
export function useNoteDraft({ id, note: stored }: Pick<Auction, 'id' | 'note'>) {
  const [draft, setDraft] = useState<NoteDraft | null>(null)
  const { mutate, isPending, isPaused, isSuccess, error, variables } = useMutation(noteMutation)
  const compared = draftState(draft, stored)
  const text = draft === null || draft.text === draft.base ? stored : draft.text
  const hasFailed = error !== null && variables?.note === text && variables.replaces === draft?.base

  const save = () => {
    if (draft === null || compared !== 'unsaved' || isPending) return
    const { text: note, base: replaces } = draft
    const undo = () => mutate({ id, note: replaces, replaces: note })
    const onSuccess = () => {
      setDraft((now) => now && { ...now, base: note })
      if (note === '') toastUndo(messages.note.removed, { undo })
    }
    mutate({ id, note, replaces }, { onSuccess })
  }

  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  const toSave = compared === 'unsaved' && !isPending && !hasFailed ? text : null
  useEffect(() => {
    if (toSave === null) return undefined
    const timer = setTimeout(() => latest.current(), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [toSave])
  useEffect(() => {
    const saveNow = () => latest.current()
    // Also when the tab is closed, or the phone locked.
    document.addEventListener('visibilitychange', saveNow)
    return () => {
      document.removeEventListener('visibilitychange', saveNow)
      saveNow()
    }
  }, [])

  return {
    text,
    state: stateOf(),
    error,
    save,
    type: (typed: string) =>
      setDraft((now) => ({ text: typed, base: now === null || now.text === now.base ? stored : now.base })),
    /** After a change in another window: drops what is typed, or saves it in place of the change. */
    takeStored: () => setDraft(null),
    keepTyped: () => setDraft((now) => now && { ...now, base: stored }),
  }

  function stateOf(): NoteState {
    if (isPaused) return 'waiting'
    if (isPending || toSave !== null) return 'saving'
    if (compared === 'changed_elsewhere') return compared
    if (compared === 'unsaved') return 'not_saved'
    return isSuccess ? 'saved' : 'untouched'
  }
}
