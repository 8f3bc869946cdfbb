import { useCallback, useEffect, useRef } from 'react'

/** Returns a function that says whether the component has gone. An answer that comes after that is shown elsewhere. */
export function useIsUnmounted(): () => boolean {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return useCallback(() => isUnmounted.current, [])
}
