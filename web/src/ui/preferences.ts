import { useSyncExternalStore } from 'react'

/**
 * A setting of this browser, stored in `localStorage` under `key`. `parse` returns undefined for an invalid stored
 * value; `read` and `use` then return the fallback.
 */
export function createPreference<T extends string>(key: string, fallback: T, parse: (stored: string) => T | undefined) {
  const listeners = new Set<() => void>()
  const read = (): T => parse(localStorage.getItem(key) ?? '') ?? fallback
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    read,
    write(value: T) {
      localStorage.setItem(key, value)
      for (const listener of listeners) listener()
    },
    use: (): T => useSyncExternalStore(subscribe, read),
  }
}

const parseOnOff = (stored: string) => (stored === 'on' || stored === 'off' ? stored : undefined)

/** Whether screen readers announce auctions that end soon. */
export const spokenCountdowns = createPreference<'on' | 'off'>('spoken_countdowns', 'on', parseOnOff)

/** Whether single letters work as keyboard commands. */
export const letterKeys = createPreference<'on' | 'off'>('letter_keys', 'on', parseOnOff)
