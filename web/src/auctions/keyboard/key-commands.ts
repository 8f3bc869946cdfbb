export const COMMANDS = [
  { keys: 'j', command: 'next', says: 'Next auction' },
  { keys: 'k', command: 'previous', says: 'Previous auction' },
  { keys: 'Enter', command: 'open', says: 'Open the auction' },
  { keys: 'e', command: 'edit', says: 'Edit your max' },
  { keys: 'x', command: 'select', says: 'Select' },
  { keys: 'X', command: 'select_range', says: 'Select from the last one to here' },
  { keys: '#', command: 'remove', says: 'Remove' },
  { keys: 'n', command: 'add', says: 'Add an auction' },
  { keys: '/', command: 'search', says: 'Search' },
  { keys: 'g d', command: 'go_dashboard', says: 'Go to auctions' },
  { keys: 'g h', command: 'go_history', says: 'Go to bid history' },
  { keys: 'g s', command: 'go_settings', says: 'Go to settings' },
  { keys: '?', command: 'help', says: 'Show these keys' },
] as const
export type Command = (typeof COMMANDS)[number]['command']

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>

/** What a key means, given the one before it; `prefix` is a first key that waits for its second. */
export function commandFor(press: Press, prefix: string | null): { command: Command } | { prefix: string } | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return null
  const typed = prefix === null ? press.key : `${prefix} ${press.key}`
  const exact = COMMANDS.find((entry) => entry.keys === typed)
  if (exact) return { command: exact.command }
  return COMMANDS.some((entry) => entry.keys.startsWith(`${typed} `)) ? { prefix: typed } : null
}
