import { messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { toastError, toastSaved } from '../../ui/overlays/toasts.tsx'
import { changePreferencesMutation } from './alert-preferences-query.ts'
import type { Choices } from './channel-choices.ts'

type Change = (choices: Choices) => Choices

/** The choices as the user has made them, and a function that stores a change of them at once. */
export function useChoices(stored: Choices) {
  const [unsaved, setUnsaved] = useState<readonly Change[]>([])
  const save = useMutation(changePreferencesMutation)
  const change = (make: Change) => {
    setUnsaved((changes) => [...changes, make])
    void save
      .mutateAsync((preferences) => ({ ...preferences, choices: make(preferences.choices) }))
      .then(
        () => toastSaved(messages.alerts.preferencesSaved),
        (error: unknown) => toastError(messageOf(error)),
      )
      .finally(() => setUnsaved((changes) => changes.filter((other) => other !== make)))
  }
  return { choices: unsaved.reduce((choices, make) => make(choices), stored), change }
}
