import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'

export type MenuEntry = {
  label: string
  icon?: LucideIcon
  onSelect: () => void
  danger?: boolean
  /** Why it cannot be chosen now, in words. */
  whyNot?: string | null
  /** One of several of which one holds: whether it is this one. */
  chosen?: boolean
}

type MenuPopupProps = {
  anchor: RefObject<HTMLButtonElement | null>
  within: HTMLElement
  /** Opened by key: the first entry gets the focus. By pointer no entry is marked. */
  byKey: boolean
  entries: readonly MenuEntry[]
  onClose: () => void
}

export function MenuPopup({ anchor, within, byKey, entries, onClose }: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal container={within}>
        <Base.Positioner anchor={anchor} sideOffset={6} align="end" collisionPadding={8} className="z-40">
          <Base.Popup
            ref={popup}
            // Without a trigger of its own the menu has nowhere to go on to.
            onKeyDown={(event) => {
              if (event.key !== 'Tab') return
              event.preventDefault()
              onClose()
            }}
            finalFocus={anchor}
            className="min-w-48 rounded-card border border-line bg-surface p-1 text-ink shadow-float outline-none"
          >
            {byKey && <FocusFirst popup={popup} />}
            {entries.map(({ label, icon: Icon, onSelect, danger, whyNot, chosen }) => (
              <Base.Item
                key={label}
                onClick={onSelect}
                disabled={Boolean(whyNot)}
                {...(chosen !== undefined && { role: 'menuitemradio', 'aria-checked': chosen })}
                className={classNames(
                  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 outline-none data-disabled:cursor-not-allowed data-disabled:text-ink-2 data-highlighted:bg-sunken',
                  danger && 'text-danger',
                  chosen && 'font-semibold text-accent',
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

/** Stands within the popup, so that there is one by the time of the effect. */
function FocusFirst({ popup }: { popup: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    // Not placed yet, so scrolling to it would scroll the page away.
    popup.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true })
  }, [popup])
  return null
}
