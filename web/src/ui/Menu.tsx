import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import type { ButtonStyle } from './button-class.ts'
import type { MenuEntry } from './MenuPopup.tsx'

const loadPopup = () => import('./MenuPopup.tsx')
const MenuPopup = lazy(async () => ({ default: (await loadPopup()).MenuPopup }))

type MenuProps = ButtonStyle & {
  /** The button's name, where `children` is only an icon. */
  label?: string
  children: ReactNode
  entries: readonly MenuEntry[]
}

/** A button with a menu. The menu's code arrives when the pointer or the focus comes near. */
export function Menu({ label, children, entries, ...style }: MenuProps) {
  // Where the menu is drawn while it is open: in the landmark of its button, not loose on the page.
  const [within, setWithin] = useState<HTMLElement | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        {...style}
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={within !== null}
        onPointerEnter={() => void loadPopup()}
        onFocus={() => void loadPopup()}
        onClick={(event) => setWithin(event.currentTarget.closest<HTMLElement>('header, main') ?? document.body)}
      >
        {children}
      </Button>
      {within && (
        <Suspense>
          <MenuPopup anchor={button} within={within} entries={entries} onClose={() => setWithin(null)} />
        </Suspense>
      )}
    </>
  )
}
