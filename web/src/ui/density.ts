import { createPreference } from './preferences.ts'

export const DENSITIES = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
] as const
export type Density = (typeof DENSITIES)[number]['value']

// A setting of the device, because screens differ. `theme.js` reads the same key before the first paint.
const preference = createPreference<Density>(
  'density',
  'compact',
  (stored) => DENSITIES.find(({ value }) => value === stored)?.value,
)

/** How much room each auction takes in a list that is wide enough for rows. */
export const useDensity = preference.use

export function chooseDensity(density: Density) {
  preference.write(density)
  document.documentElement.dataset['density'] = density
}
