import { type DefaultError, useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback, useId } from 'react'

/**
 * `useMutation` for what must not happen twice: `mutate` does nothing while an earlier call of it is under way. A button
 * shows only with the next rendering that it is busy, and the second click of a double click may come before.
 */
export function useSingleMutation<Data, Input>(options: UseMutationOptions<Data, DefaultError, Input>) {
  const client = useQueryClient()
  const id = useId()
  const mutation = useMutation({ ...options, mutationKey: [...(options.mutationKey ?? []), id] })
  const { mutate } = mutation
  const mutateOnce: typeof mutate = useCallback(
    (...call) => {
      const isUnderWay =
        client.isMutating({ predicate: ({ options: { mutationKey } }) => mutationKey?.at(-1) === id }) > 0
      if (!isUnderWay) mutate(...call)
    },
    [client, id, mutate],
  )
  return { ...mutation, mutate: mutateOnce }
}
