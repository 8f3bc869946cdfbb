import { useSyncExternalStore } from 'react'

/** A choice that belongs to this browser, not to the account. Every component that uses it sees it change. */
export function createPreference<T extends string>(key: string, fallback: T, read: (kept: string) => T | undefined) {
  const listeners = new Set<() => void>()
  const current = (): T => read(localStorage.getItem(key) ?? '') ?? fallback
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    read: current,
    write(value: T) {
      localStorage.setItem(key, value)
      for (const listener of listeners) listener()
    },
    use: (): T => useSyncExternalStore(subscribe, current),
  }
}

const onOff = (kept: string) => (kept === 'on' || kept === 'off' ? kept : undefined)

/** Whether a screen reader is told as auctions near their end. */
export const spokenCountdowns = createPreference<'on' | 'off'>('spoken_countdowns', 'on', onOff)

/** Whether single letters act as commands. */
export const letterKeys = createPreference<'on' | 'off'>('letter_keys', 'on', onOff)
