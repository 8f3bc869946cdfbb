import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../ui/Link.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

const PAGES = [
  { to: '/admin', label: 'Overview' },
  { to: '/admin/bids', label: 'Bids' },
  { to: '/admin/users', label: 'Users' },
  { to: '/admin/trends', label: 'Trends' },
  { to: '/admin/log', label: 'Log' },
  { to: '/admin/data-deletion', label: 'Deletions' },
] as const

/** A page of the administrator, with the way to the others. */
export const AdminPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="mx-auto flex w-full max-w-5xl flex-col gap-4">
    <PageTitle>{title}</PageTitle>
    <Pages />
    {children}
  </div>
)

function Pages() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Administration" className="flex flex-wrap gap-x-1 border-b border-line">
      {PAGES.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === pathname ? 'page' : to !== '/admin' && pathname.startsWith(`${to}/`) ? true : undefined}
          className="flex min-h-11 shrink-0 items-center border-b-3 border-transparent px-3 font-semibold whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
