import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { openAuthDialog } from '../account/dialog/open-auth-dialog.ts'
import { useSite } from '../api/installation-queries.ts'
import { ConnectionBadge } from '../connection/ConnectionBadge.tsx'
import { NotificationBell } from '../notifications/NotificationBell.tsx'
import { ProblemPill } from '../problems/ProblemPill.tsx'
import { skipsSignInCheck } from '../session/pages.ts'
import { type Session, useSession } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Menu } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { Spinner } from '../ui/loading/placeholders.tsx'
import { HELP, isWithin, PAGES, PRICING, SEARCHES, SETTINGS, TO_PAY, VISITOR_PAGES } from '../ui/navigation.ts'
import { OwedCount } from '../wins/OwedCount.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { SiteClock } from './SiteClock.tsx'

/** From which width on these are in the bar; the menu of the account has them at every width. */
const ROOM: Readonly<Record<string, string>> = {
  [SETTINGS.to]: 'max-lg:hidden',
  [SEARCHES.to]: 'max-[80rem]:hidden',
  [PRICING.to]: 'max-[80rem]:hidden',
  [HELP.to]: 'max-[80rem]:hidden',
}

export function Header() {
  const session = useSession()
  const showsPlans = useSite()?.shows_plans === true
  const visitorPages = VISITOR_PAGES.filter(({ to }) => to !== PRICING.to || showsPlans)
  if (session.kind === 'signed-in') return <UserHeader tools={<HeaderTools session={session} />} />
  return (
    <HeaderBar
      name="Bidwell"
      links={
        <div className="h-full in-data-session:invisible">
          <MainLinks pages={visitorPages} />
        </div>
      }
      tools={<HeaderTools session={session} />}
      menu={<VisitorMenu pages={visitorPages} />}
    />
  )
}

const OWED = {
  [TO_PAY.to]: (
    <OwedCount className="max-lg:absolute max-lg:top-1.5 max-lg:left-full max-lg:-ml-3 max-lg:z-1 lg:ml-1.5" />
  ),
}

/** The header of a signed-in user. */
function UserHeader({ tools }: { tools: ReactNode }) {
  const showsPlans = useSite()?.shows_plans === true
  const { pathname } = useLocation()
  const hasSearches = useSite()?.has_searches === true
  const [auctions, ...others] = PAGES
  const pages = [auctions, ...(hasSearches ? [SEARCHES] : []), ...others, ...(showsPlans ? [PRICING] : []), HELP]
  return (
    <HeaderBar
      name={<span className="max-md:sr-only in-[header:has([data-problems])]:max-lg:sr-only">Bidwell</span>}
      links={<MainLinks pages={pages} besideTools marks={skipsSignInCheck(pathname) ? {} : OWED} />}
      tools={tools}
    />
  )
}

type HeaderBarProps = Record<'name' | 'links' | 'tools', ReactNode> & { menu?: ReactNode }

const HeaderBar = ({ name, links, tools, menu }: HeaderBarProps) => (
  <header className="sticky top-0 z-20 border-b border-line bg-surface">
    <div className="mx-auto flex h-14 max-w-330 items-center gap-2 px-4 sm:h-16 sm:gap-4">
      <Link to="/" className="flex min-h-11 items-center gap-2 text-lead font-semibold">
        <Logo />
        {name}
      </Link>
      {links}
      <div className="ml-auto flex items-center gap-2 sm:gap-4">{tools}</div>
      {menu}
    </div>
  </header>
)

/** What stands beside the label of a page, by its address. */
type Marks = Readonly<Record<string, ReactNode>>
type LinksProps = { pages: readonly { to: string; label: string }[] }

/** `besideTools`: the tools of a user take so much of the bar that only a wide one has room for every link. */
function MainLinks({ pages, besideTools = false, marks = {} }: LinksProps & { besideTools?: boolean; marks?: Marks }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Main" className="hidden h-full gap-1 md:flex">
      {pages.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={isWithin(pathname, to) ? 'page' : undefined}
          className={classNames(
            'relative flex items-center border-b-3 border-transparent px-3 font-semibold whitespace-nowrap text-ink-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink',
            besideTools && `md:max-lg:px-2 ${ROOM[to] ?? ''}`,
          )}
        >
          {label}
          {marks[to]}
        </Link>
      ))}
    </nav>
  )
}

function HeaderTools({ session }: { session: Session }) {
  const { pathname } = useLocation()
  if (session.kind === 'signed-out') {
    return (
      <>
        {/* On a page that was rendered ahead, until the app shows the user of a stored session. */}
        <output className="hidden items-center gap-2 text-small text-ink-2 in-data-session:flex">
          <Spinner />
          Loading...
        </output>
        <div className="flex items-center gap-2 in-data-session:hidden sm:gap-4">
          <Button variant="quiet" size="dense" onClick={() => openAuthDialog('login')}>
            Sign in
          </Button>
          <Button variant="primary" size="dense" className="max-sm:hidden" onClick={() => openAuthDialog('register')}>
            Create an account
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      <ProblemPill />
      {!skipsSignInCheck(pathname) && <ConnectionBadge />}
      <SiteClock />
      <NotificationBell />
      <AccountMenu user={session.user} />
    </>
  )
}

/** A burning fuse above a price that rises in steps. */
const Logo = () => (
  <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden className="shrink-0">
    <rect width="32" height="32" rx="8" className="fill-accent" />
    <g fill="none" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" className="stroke-on-accent">
      <path d="M7 9h18" strokeOpacity="0.4" />
      <path d="M7 9h6" />
      <path d="M8 22h5v-4h6v-3h5" />
    </g>
  </svg>
)

/** The links of a visitor on a phone. The browser itself opens and closes it, without a script. */
function VisitorMenu({ pages }: LinksProps) {
  const { pathname } = useLocation()
  return (
    // Another page closes it.
    <details key={pathname} className="relative in-data-session:hidden md:hidden">
      <summary className="flex size-11 cursor-pointer list-none items-center justify-center rounded-control hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Menu aria-hidden size={22} />
        <span className="sr-only">Menu</span>
      </summary>
      <nav
        aria-label="Main"
        className="absolute top-full right-0 z-10 mt-1 flex min-w-44 flex-col rounded-card border border-line bg-surface p-1 shadow-float"
      >
        {pages.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            aria-current={pathname === to ? 'page' : undefined}
            className="flex min-h-11 items-center rounded-control px-3 font-semibold hover:bg-sunken aria-[current=page]:text-accent"
          >
            {label}
          </Link>
        ))}
      </nav>
    </details>
  )
}
