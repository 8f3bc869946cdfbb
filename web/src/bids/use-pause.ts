import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { skipsSignInCheck } from '../session/pages.ts'
import { CirclePause, CirclePlay } from '../ui/icons.tsx'
import { pauseMutation, pauseQuery } from './pause-queries.ts'

/** Pausing or resuming, whichever is possible now, with its label and icon; not known where the page asks nothing of the session. */
export function usePause() {
  const { pathname } = useLocation()
  const isAsked = !skipsSignInCheck(pathname)
  const { data } = useQuery({ ...pauseQuery, enabled: isAsked })
  const { mutate, isPending } = useMutation(pauseMutation)
  const paused = data !== undefined && data.own !== null
  return {
    isAsked,
    paused,
    busy: isPending,
    label: paused ? 'Resume bidding' : 'Pause all bidding',
    icon: paused ? CirclePlay : CirclePause,
    set: mutate,
  }
}
