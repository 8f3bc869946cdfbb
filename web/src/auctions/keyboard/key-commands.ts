export const COMMANDS = [
  { keys: 'j', command: 'next', label: 'Next auction' },
  { keys: 'k', command: 'previous', label: 'Previous auction' },
  { keys: 'Enter', command: 'open', label: 'Open the auction' },
  { keys: 'e', command: 'edit', label: 'Edit your max' },
  { keys: 'l', command: 'note', label: 'Label it, or write a note' },
  { keys: 'x', command: 'select', label: 'Select' },
  { keys: 'X', command: 'select_range', label: 'Select from the last one to here' },
  { keys: '#', command: 'remove', label: 'Remove' },
  { keys: 'n', command: 'add', label: 'Add an auction' },
  { keys: '/', command: 'search', label: 'Search' },
  { keys: 'g d', command: 'go_dashboard', label: 'Go to auctions' },
  { keys: 'g p', command: 'go_to_pay', label: 'Go to what is to pay' },
  { keys: 'g h', command: 'go_history', label: 'Go to bid history' },
  { keys: 'g s', command: 'go_settings', label: 'Go to settings' },
  { keys: '?', command: 'help', label: 'Show these keys' },
] as const
export type Command = (typeof COMMANDS)[number]['command']

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>

/** The command of a key press after an optional first key; `prefix` when the press is a first key itself. */
export function commandFor(press: Press, prefix: string | null): { command: Command } | { prefix: string } | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return null
  const typed = prefix === null ? press.key : `${prefix} ${press.key}`
  const exact = COMMANDS.find((entry) => entry.keys === typed)
  if (exact) return { command: exact.command }
  return COMMANDS.some((entry) => entry.keys.startsWith(`${typed} `)) ? { prefix: typed } : null
}
