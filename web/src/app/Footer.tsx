import { useSite } from '../api/installation-queries.ts'
import { Link } from '../ui/Link.tsx'
import { HELP, PRICING } from '../ui/navigation.ts'

const LINKS = [
  { to: '/#features', label: 'Features' },
  PRICING,
  { to: '/about', label: 'About' },
  HELP,
  { to: '/help#faq', label: 'FAQ' },
  { to: '/bid-scheduler-test', label: 'Try a close' },
  { to: '/contact', label: 'Contact' },
  { to: '/status', label: 'Status' },
  { to: '/terms', label: 'Terms' },
  { to: '/privacy', label: 'Privacy' },
]

const LINK_CLASS = 'flex min-h-11 items-center px-2 underline-offset-4 hover:underline'

export function Footer() {
  const site = useSite()
  const links = LINKS.filter((link) => link !== PRICING || site?.shows_plans === true)
  return (
    // Invisible while the page loads, because the loaded content moves the footer. A sample of loading stays as it is.
    <footer className="border-t border-line text-small text-ink-2 peer-has-[[data-loading]:not(aside_*,[data-sample]_*)]:invisible">
      <div className="mx-auto flex max-w-330 flex-wrap items-center justify-between gap-x-8 px-4 py-4 sm:gap-y-2 sm:py-6">
        <p className="max-w-prose text-balance">
          Bidwell is independent{site && !site.practice && `, and not affiliated with ${site.name}`}. A bid that it
          places for you is binding, as if you had placed it yourself.
        </p>
        <nav aria-label="Foot" className="flex flex-wrap gap-x-2">
          {links.map(({ to, label }) =>
            // The browser itself finds the part of a page that an address names.
            to.includes('#') ? (
              <a key={to} href={to} className={LINK_CLASS}>
                {label}
              </a>
            ) : (
              <Link key={to} to={to} className={LINK_CLASS}>
                {label}
              </Link>
            ),
          )}
        </nav>
      </div>
    </footer>
  )
}
