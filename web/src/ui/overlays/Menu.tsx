import type { ReactNode } from 'react'
import type { ButtonStyle } from '../Button.tsx'
import { lazyDialog } from './lazy-dialog.tsx'
import { MenuButton } from './MenuButton.tsx'
import type { MenuEntries } from './MenuPopup.tsx'

const MenuPopup = lazyDialog(async () => (await import('./MenuPopup.tsx')).MenuPopup)

type MenuProps = ButtonStyle & {
  /** The button's accessible name, needed when `children` is only an icon. */
  label?: string
  children: ReactNode
  /** The selected action is running. */
  busy?: boolean
  entries: MenuEntries
}

/** A button that opens a menu of entries. */
export const Menu = ({ entries, ...button }: MenuProps) => (
  <MenuButton {...button} Popup={MenuPopup} popup={{ entries }} />
)
