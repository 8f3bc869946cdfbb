const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const daysAndTimes = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** `Nov 22, 2026`, of an instant as the API has it. */
export const day = (iso: string): string => days.format(Date.parse(iso))

/** `Nov 22, 2026, 4:05 PM`, of an instant as the API has it. */
export const dayAndTime = (iso: string): string => daysAndTimes.format(Date.parse(iso))
