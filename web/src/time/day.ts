const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** `Nov 22, 2026`, of an instant as the API has it. */
export const day = (iso: string): string => format.format(Date.parse(iso))
