import { useSite } from '../api/site-query.ts'
import { useSession } from '../session/session.ts'
import { classNames } from '../ui/class-names.ts'
import { Link } from '../ui/Link.tsx'
import { PAGES } from '../ui/navigation.ts'

const HOME = { to: '/', label: 'Home', className: 'flex' }
const READING = [
  { to: '/help', label: 'Help', className: 'flex' },
  { to: '/terms', label: 'Terms', className: 'flex' },
  { to: '/privacy', label: 'Privacy', className: 'flex' },
]
/** On a phone, the bottom bar has them. */
const OWN_PAGES = PAGES.map(({ to, label }) => ({ to, label, className: 'hidden md:flex' }))

export function Footer() {
  const site = useSite()
  const session = useSession()
  const links = session.kind === 'signed-in' ? OWN_PAGES : []
  return (
    // Invisible while the page loads, because the loaded content moves the footer.
    <footer className="border-t border-line text-small text-ink-2 peer-has-[[data-loading]:not(aside_*)]:invisible">
      <div className="mx-auto flex max-w-330 flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-6">
        <p className="max-w-prose">
          Bidwell is independent{site && !site.practice && `, and not affiliated with ${site.name}`}. A bid that it
          places for you is binding, as if you had placed it yourself.
        </p>
        <nav aria-label="Foot" className="flex flex-wrap gap-x-2">
          {[HOME, ...links, ...READING].map(({ to, label, className }) => (
            <Link
              key={to}
              to={to}
              className={classNames('min-h-11 items-center px-2 underline-offset-4 hover:underline', className)}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}
