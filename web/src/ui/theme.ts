import { createPreference, oneOf } from './preferences.ts'

export const THEMES = [
  { value: 'system', label: 'Match device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
export type Theme = (typeof THEMES)[number]['value']

// `web/theme.js` reads the same key before the first paint.
const preference = createPreference<Theme>('theme', 'system', oneOf(...THEMES.map(({ value }) => value)))

export const useTheme = preference.use

/** Keeps the choice, and shows it after the next frame: new colours for a long page take more time than a click may. */
export function chooseTheme(theme: Theme) {
  preference.write(theme)
  requestAnimationFrame(() => setTimeout(() => showTheme(theme)))
}

function showTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
