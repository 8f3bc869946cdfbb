import { useMutation, useQuery } from '@tanstack/react-query'
import { CirclePause, CirclePlay } from 'lucide-react'
import { pauseMutation, pauseQuery } from './pause-queries.ts'

/** Pausing or resuming, whichever is possible now, with its label and icon. */
export function usePause() {
  const { data } = useQuery(pauseQuery)
  const { mutate, isPending } = useMutation(pauseMutation)
  const paused = data !== undefined && data.own !== null
  return {
    paused,
    busy: isPending,
    label: paused ? 'Resume bidding' : 'Pause all bidding',
    icon: paused ? CirclePlay : CirclePause,
    set: mutate,
  }
}
