import { useSyncExternalStore } from 'react'
import { createEmitter } from '../state/create-store.ts'

/**
 * A setting of this browser, stored in `localStorage` under `key`. `parse` returns undefined for an invalid stored
 * value; `read` and `use` then return the fallback.
 */
export function createPreference<T extends string>(key: string, fallback: T, parse: (stored: string) => T | undefined) {
  const { emit, subscribe } = createEmitter()
  const read = (): T => parse(localStorage.getItem(key) ?? '') ?? fallback
  return {
    read,
    write(value: T) {
      localStorage.setItem(key, value)
      emit()
    },
    use: (): T => useSyncExternalStore(subscribe, read),
  }
}

/** For a preference that has one of a few values. */
export const oneOf =
  <T extends string>(...values: T[]) =>
  (stored: string): T | undefined =>
    values.find((value) => value === stored)

const parseOnOff = oneOf('on', 'off')

/** Whether screen readers announce auctions that end soon. */
export const spokenCountdowns = createPreference<'on' | 'off'>('spoken_countdowns', 'on', parseOnOff)

/** Whether single letters work as keyboard commands. */
export const letterKeys = createPreference<'on' | 'off'>('letter_keys', 'on', parseOnOff)

/** Whether this device sounds and vibrates at what happens to a bid in its last minute. */
export const lastMinuteSignals = createPreference<'on' | 'off'>('last_minute_signals', 'off', parseOnOff)

export const DENSITIES = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
] as const
type Density = (typeof DENSITIES)[number]['value']

// Of the device, because screens differ. `theme.js` reads the same key before the first paint.
const density = createPreference<Density>('density', 'compact', oneOf(...DENSITIES.map(({ value }) => value)))

/** How much room each auction takes in a list that is wide enough for rows. */
export const useDensity = density.use

export function chooseDensity(chosen: Density) {
  density.write(chosen)
  document.documentElement.dataset['density'] = chosen
}
