import { useState } from 'react'

/** The value, as the same object for as long as it is equal: what depends on it does not render again. */
export function useKept<T>(value: T, isEqual: (one: T, other: T) => boolean): T {
  const [kept, setKept] = useState(value)
  if (kept === value || isEqual(kept, value)) return kept
  setKept(value)
  return value
}
