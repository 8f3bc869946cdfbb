import { useMutation, useQuery } from '@tanstack/react-query'
import { CirclePause, CirclePlay } from 'lucide-react'
import { pauseMutation, pauseQuery } from './pause-queries.ts'

/** Pausing and resuming as a menu offers it: the one that is possible now. */
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
