import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { ButtonStyle } from '../button-class.ts'
import { Button } from '../Button.tsx'
import type { MenuEntry } from './MenuPopup.tsx'
import { OverlayLoading } from './OverlayLoading.tsx'

const loadPopup = () => import('./MenuPopup.tsx')
const MenuPopup = lazy(async () => ({ default: (await loadPopup()).MenuPopup }))

type MenuProps = ButtonStyle & {
  /** The button's accessible name, needed when `children` is only an icon. */
  label?: string
  children: ReactNode
  /** The selected action is running. */
  busy?: boolean
  entries: readonly MenuEntry[]
}

/** A button that opens a menu. The menu's code loads when the button is hovered or focused. */
export function Menu({ label, children, busy, entries, ...style }: MenuProps) {
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
        onPointerEnter={() => void loadPopup()}
        onFocus={() => void loadPopup()}
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
      {opened && (
        <Suspense fallback={<OverlayLoading />}>
          <MenuPopup anchor={button} {...opened} entries={entries} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}
