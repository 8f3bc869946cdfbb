import { type Auction, messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { runUndoable, toastError } from '../../ui/overlays/toasts.tsx'
import { draftState, type NoteDraft } from './note-draft.ts'
import { noteMutation } from './note-queries.ts'

/** `not_saved`: the last try has failed. `waiting`: for a connection. */
type NoteState = 'untouched' | 'saving' | 'waiting' | 'saved' | 'not_saved' | 'changed_elsewhere'

const TYPING_PAUSE_MS = 800

const tell = (failure: unknown) => toastError(messages.note.notSaved(messageOf(failure)))

/** The note as typed. It is saved once its user pauses, and when the field or the page goes. */
export function useNoteDraft({ id, note: stored }: Pick<Auction, 'id' | 'note'>) {
  const [draft, setDraft] = useState<NoteDraft | null>(null)
  const { mutateAsync, isPending, isPaused, isSuccess, error, variables } = useMutation(noteMutation)
  // The event of a change may come before the answer to it.
  const isStoredOurs = isPending && variables.note === stored
  const compared = draftState(draft && isStoredOurs ? { ...draft, base: stored } : draft, stored)
  const text = draft === null || draft.text === draft.base ? stored : draft.text
  const hasFailed = error !== null && variables?.note === text && variables.replaces === draft?.base

  /** While a save is on its way, the next one waits for its end, unless its page goes before. */
  const save = async ({ isLeaving }: { isLeaving: boolean }) => {
    if (draft === null || compared !== 'unsaved' || (isPending && !isLeaving)) return
    const { text: note } = draft
    const replaces = isPending ? variables.note : draft.base
    if (note === replaces) return
    const write = async () => {
      await mutateAsync({ id, note, replaces })
      setDraft((now) => now && { ...now, base: note })
      const undo = () => void mutateAsync({ id, note: replaces, replaces: note }).catch(tell)
      return { text: messages.note.removed, undo }
    }
    try {
      await (note === '' ? runUndoable(write) : write())
    } catch (failure) {
      // The field shows it while it is there.
      if (isLeaving) tell(failure)
    }
  }

  const saveLatest = useEffectEvent(save)
  const toSave = compared === 'unsaved' && !isPending && !hasFailed ? text : null
  useEffect(() => {
    if (toSave === null) return undefined
    const timer = setTimeout(() => void saveLatest({ isLeaving: false }), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [toSave])
  useEffect(() => {
    const saveNow = () => void saveLatest({ isLeaving: true })
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
    save: () => void save({ isLeaving: false }),
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
