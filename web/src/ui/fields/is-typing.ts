/** Whether a key pressed on this target belongs to a text field, a select, a dialog or a menu. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return (
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=dialog], [role=menu]',
    ) !== null
  )
}
