import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { RefObject } from 'react'
import { classNames } from './class-names.ts'

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
  entries: readonly MenuEntry[]
  onClose: () => void
}

export const MenuPopup = ({ anchor, within, entries, onClose }: MenuPopupProps) => (
  <Base.Root open onOpenChange={(open) => !open && onClose()}>
    <Base.Portal container={within}>
      <Base.Positioner anchor={anchor} sideOffset={6} align="end" collisionPadding={8} className="z-40">
        <Base.Popup
          finalFocus={anchor}
          className="min-w-48 rounded-card border border-line bg-surface p-1 text-ink shadow-float outline-none"
        >
          {entries.map(({ label, icon: Icon, onSelect, danger, whyNot, chosen }) => (
            <Base.Item
              key={label}
              onClick={onSelect}
              disabled={Boolean(whyNot)}
              {...(chosen !== undefined && { role: 'menuitemradio', 'aria-checked': chosen })}
              className={classNames(
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 outline-none data-disabled:cursor-not-allowed data-disabled:text-ink-2 data-highlighted:bg-sunken',
                danger && 'text-red',
                chosen && 'font-semibold text-petrol',
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
