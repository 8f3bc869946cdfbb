import { NavLink } from 'react-router'
import { classNames } from '../ui/class-names.ts'
import { BOTTOM_BAR } from './navigation.ts'

/** The main ways, under the thumb, where the header has no room for them. */
export const BottomBar = () => (
  <nav
    aria-label="Main"
    className="sticky bottom-0 z-20 grid grid-cols-3 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
  >
    {BOTTOM_BAR.map(({ to, label, icon: Icon }) => (
      <NavLink
        key={to}
        to={to}
        className={({ isActive }) =>
          classNames(
            'flex min-h-14 flex-col items-center justify-center gap-0.5 border-t-3 text-label font-semibold',
            isActive ? 'border-petrol text-petrol' : 'border-transparent text-ink-2',
          )
        }
      >
        <Icon aria-hidden size={20} />
        {label}
      </NavLink>
    ))}
  </nav>
)
