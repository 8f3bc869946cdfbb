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
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        {...style}
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => void loadPopup()}
        onFocus={() => void loadPopup()}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {open && (
        <Suspense>
          <MenuPopup anchor={button} entries={entries} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
