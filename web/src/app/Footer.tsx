import { useSite } from '../api/site-query.ts'
import { Link } from '../ui/Link.tsx'

const LINKS = { '/': 'Home', '/help': 'Help', '/terms': 'Terms', '/privacy': 'Privacy' }
const PLAN_LINKS = { '/pricing': 'Pricing', '/billing-faq': 'Billing', '/refund-policy': 'Refunds' }

export function Footer() {
  const site = useSite()
  return (
    // Invisible while the page loads, because the loaded content moves the footer.
    <footer className="border-t border-line text-small text-ink-2 peer-has-[[data-loading]:not(aside_*)]:invisible">
      <div className="mx-auto flex max-w-330 flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-6">
        <p className="max-w-prose">
          Bidwell is independent{site && !site.practice && `, and not affiliated with ${site.name}`}. A bid that it
          places for you is binding, as if you had placed it yourself.
        </p>
        <nav aria-label="Foot" className="flex flex-wrap gap-x-2">
          {Object.entries({ ...LINKS, ...(site?.shows_plans && PLAN_LINKS) }).map(([to, label]) => (
            <Link key={to} to={to} className="flex min-h-11 items-center px-2 underline-offset-4 hover:underline">
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  )
}
