import { Menu as Base } from '@base-ui/react/menu'
import { type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../class-names.ts'
import type { LucideIcon } from '../icons.tsx'
import type { MenuPlacement } from './MenuButton.tsx'

type MenuEntry = {
  label: string
  icon?: LucideIcon
  onSelect: () => void
  danger?: boolean
  /** Why the entry is disabled, shown to the user. */
  whyNot?: string | null
  /** For a radio entry: whether it is the selected one. */
  selected?: boolean
}

/** An entry that does not belong into the menu at present is false. */
export type MenuEntries = readonly (MenuEntry | false)[]

export function MenuPopup({ anchor, within, byKey, entries, onClose }: MenuPlacement & { entries: MenuEntries }) {
  const popup = useRef<HTMLDivElement>(null)
  const shown = entries.filter((entry) => entry !== false)
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal container={within}>
        <Base.Positioner anchor={anchor} sideOffset={6} align="end" collisionPadding={8} className="z-40">
          <Base.Popup
            ref={popup}
            // The menu has no trigger element, so Base UI cannot move the focus on by itself.
            onKeyDown={(event) => {
              if (event.key !== 'Tab') return
              event.preventDefault()
              onClose()
            }}
            finalFocus={anchor}
            className="min-w-48 rounded-card border border-line bg-surface p-1 text-ink shadow-float outline-none"
          >
            {byKey && <FocusFirst popup={popup} />}
            {shown.map(({ label, icon: Icon, onSelect, danger, whyNot, selected }) => (
              <Base.Item
                key={label}
                onClick={() => {
                  // The menu gives the focus back in a microtask after it is gone. What an entry opens takes it after that.
                  flushSync(onClose)
                  queueMicrotask(onSelect)
                }}
                disabled={Boolean(whyNot)}
                {...(selected !== undefined && { role: 'menuitemradio', 'aria-checked': selected })}
                className={classNames(
                  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 outline-none data-disabled:cursor-not-allowed data-disabled:text-ink-2 data-highlighted:bg-sunken',
                  danger && 'text-danger',
                  selected && 'font-semibold text-accent',
                )}
              >
                {Icon && <Icon aria-hidden size={18} className="shrink-0" />}
                <span>
                  {label}
                  {whyNot && <span className="block text-label text-ink-2">{whyNot}</span>}
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** A child of the popup, so that the popup exists when the effect runs. */
function FocusFirst({ popup }: { popup: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    // The popup is not positioned yet: scrolling to it would scroll the page.
    popup.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true })
  }, [popup])
  return null
}
