/** The fields that the user has typed into since the page was loaded. */
const typed = new WeakSet<EventTarget>()

/** Notes from now on which fields the user types into. Returns the function that stops it. */
export function noteTypedFields(): () => void {
  document.addEventListener('input', note, true)
  return () => document.removeEventListener('input', note, true)
}

function note({ target }: Event) {
  if (target !== null) typed.add(target)
}

/** Whether the user has typed into a field. What only the page has filled in may be out of date tomorrow. */
export const isTyped = (field: EventTarget): boolean => typed.has(field)
