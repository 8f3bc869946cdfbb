import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button, type ButtonStyle } from '../Button.tsx'
import type { LazyDialog } from './lazy-dialog.tsx'

/** Where an open menu stands, and how it closes. */
export type MenuPlacement = {
  anchor: RefObject<HTMLElement | null>
  within: HTMLElement
  /** Whether a key opened the menu; if so, the first entry gets the focus. */
  byKey: boolean
  onClose: () => void
}

type MenuButtonProps<P> = ButtonStyle & {
  className?: string
  /** The button's accessible name, needed when `children` is only an icon. */
  label?: string | undefined
  children: ReactNode
  /** The selected action is running. */
  busy?: boolean | undefined
  /** The open menu, and what it is given. Its code loads when the button is hovered or focused. */
  Popup: LazyDialog<MenuPlacement & P>
  popup: P
}

/** A button that opens a menu. */
export function MenuButton<P extends object>(props: MenuButtonProps<P>) {
  const { label, children, busy, Popup, popup, ...style } = props
  const [opened, setOpened] = useState<{ within: HTMLElement; byKey: boolean } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const open = (from: HTMLElement, byKey: boolean) =>
    // Rendered inside the button's landmark, because accessibility rules want all content inside landmarks.
    setOpened({ within: from.closest<HTMLElement>('header, main') ?? document.body, byKey })
  return (
    <>
      <Button
        {...style}
        ref={button}
        busy={busy === true}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        onPointerEnter={Popup.preload}
        onFocus={Popup.preload}
        // `detail` is 0 when the click comes from a key or a screen reader.
        onClick={(event) => open(event.currentTarget, event.detail === 0)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || busy) return
          event.preventDefault()
          open(event.currentTarget, true)
        }}
      >
        {children}
      </Button>
      {opened && <Popup {...popup} {...opened} anchor={button} onClose={() => setOpened(null)} />}
    </>
  )
}
