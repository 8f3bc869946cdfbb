import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import type { ButtonStyle } from '../button-class.ts'
import type { MenuEntry } from './MenuPopup.tsx'
import { OverlayLoading } from './OverlayLoading.tsx'

const loadPopup = () => import('./MenuPopup.tsx')
const MenuPopup = lazy(async () => ({ default: (await loadPopup()).MenuPopup }))

type MenuProps = ButtonStyle & {
  /** The button's name, where `children` is only an icon. */
  label?: string
  children: ReactNode
  /** What was chosen from it is being done. */
  busy?: boolean
  entries: readonly MenuEntry[]
}

/** A button with a menu. The menu's code arrives when the pointer or the focus comes near. */
export function Menu({ label, children, busy, entries, ...style }: MenuProps) {
  const [opened, setOpened] = useState<{ within: HTMLElement; byKey: boolean } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const open = (from: HTMLElement, byKey: boolean) =>
    // Drawn in the landmark of its button, not loose on the page.
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
        // A click that no pointer made comes from a key, or from a screen reader.
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
