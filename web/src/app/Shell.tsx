import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router'
import { AuthDialogHost } from '../account/dialog/AuthDialogHost.tsx'
import { SessionExpiredHost } from '../account/expired/SessionExpiredHost.tsx'
import { useOfflineSince } from '../api/use-online.ts'
import { useMenuKey } from '../auctions/keyboard/menu-key.ts'
import { LiveAuctions } from '../auctions/live/LiveAuctions.tsx'
import { UnreadCount } from '../notifications/UnreadBadge.tsx'
import { PlanSession } from '../plans/PlanSession.tsx'
import { Problems } from '../problems/Problems.tsx'
import { skipsBids, skipsSignInCheck } from '../session/pages.ts'
import { useSession } from '../session/session.ts'
import { SessionWarning } from '../session/SessionWarning.tsx'
import { useRecovery } from '../session/use-recovery.ts'
import { isTourNeeded } from '../tour/tour.ts'
import { Tour } from '../tour/Tour.tsx'
import { Banner } from '../ui/Banner.tsx'
import { classNames } from '../ui/class-names.ts'
import { WifiOff } from '../ui/icons.tsx'
import { PartBoundary } from '../ui/loading/PartBoundary.tsx'
import { dismissOfPage, undoLatest } from '../ui/overlays/toasts.tsx'
import { OwedCount } from '../wins/OwedCount.tsx'
import { BOTTOM_BAR_ROOM, BottomBar } from './BottomBar.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { StillTrying } from './StillTrying.tsx'
import { UpdateNotice } from './UpdateNotice.tsx'

/** The scroll position of each visited page, px, by the key of its history entry. */
const scrollPositions = new Map<string, number>()

/** The header, footer, banners and dialogs around every page. */
export function Shell() {
  const session = useSession()
  const { pathname } = useLocation()
  useRecovery()
  useUndoKey()
  useScrollRestoration()
  return (
    <div className={classNames('flex min-h-dvh flex-col', session.kind === 'signed-in' && BOTTOM_BAR_ROOM)}>
      <a
        href="#main"
        className="sr-only z-30 rounded-control bg-surface px-4 py-3 font-semibold focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <PartBoundary part="The header">
        <Header />
      </PartBoundary>
      <main
        id="main"
        tabIndex={-1}
        className="peer mx-auto flex w-full max-w-330 flex-1 flex-col gap-4 px-4 py-4 sm:py-6"
      >
        <OfflineBanner />
        {session.kind === 'signed-in' && !skipsSignInCheck(pathname) && !skipsBids(pathname) && (
          <PartBoundary part="A notice about your bids">
            <Problems key={session.user.id} />
          </PartBoundary>
        )}
        <PartBoundary part="A notice about your plan">
          <PlanSession />
        </PartBoundary>
        <Outlet />
      </main>
      <PartBoundary part="The foot of the page">
        <Footer />
        {session.kind === 'signed-in' && (
          <BottomBar
            unread={!skipsSignInCheck(pathname) && <UnreadCount className="absolute top-1 left-1/2 ml-1" />}
            owed={!skipsSignInCheck(pathname) && <OwedCount className="absolute top-1 left-1/2 ml-1" />}
          />
        )}
      </PartBoundary>
      {session.kind === 'signed-in' && !skipsBids(pathname) && (
        <PartBoundary part="Live updates of this page">
          <LiveUser key={session.user.id} userId={session.user.id} expired={session.expired} />
        </PartBoundary>
      )}
      <PartBoundary part="The sign-in">
        <AuthDialogHost />
        <SessionExpiredHost />
      </PartBoundary>
      <StillTrying />
      {session.kind === 'signed-in' && <LiveSession key={session.user.id} />}
    </div>
  )
}

/** Keeps the user's auctions live, handles keyboard commands on every page, and guides new users. */
function LiveUser({ userId, expired }: { userId: string; expired: boolean }) {
  useMenuKey()
  return (
    <>
      <LiveAuctions userId={userId} />
      {isTourNeeded() && (
        <PartBoundary part="The guided tour">
          <Tour hidden={expired} />
        </PartBoundary>
      )}
    </>
  )
}

/** What accompanies a session on every page: the notices of its end and of a new version. */
const LiveSession = () => (
  <>
    <SessionWarning />
    <UpdateNotice />
  </>
)

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

function OfflineBanner() {
  const since = useOfflineSince()
  if (since === null) return null
  return (
    <Banner tone="neutral" icon={WifiOff} title="You're offline.">
      Times are still exact; prices are from {clock.format(since)}. Scheduled bids still run on the server.
    </Banner>
  )
}

/** Ctrl+Z undoes the latest action, except in a form field that has, or had, something typed: there the browser undoes typing. */
function useUndoKey() {
  useEffect(() => {
    const typedIn = new WeakSet<EventTarget>()
    const noteTyping = ({ target }: Event) => target && typedIn.add(target)
    const listener = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return
      const field = event.target instanceof Element ? event.target.closest('input, textarea, select') : null
      const isUntouched = field !== null && 'value' in field && field.value === '' && !typedIn.has(field)
      if (field !== null && !isUntouched) return
      if (undoLatest()) event.preventDefault()
    }
    document.addEventListener('input', noteTyping)
    document.addEventListener('keydown', listener)
    return () => {
      document.removeEventListener('input', noteTyping)
      document.removeEventListener('keydown', listener)
    }
  }, [])
}

/**
 * Opens a page at its top, and after Back or Forward at its last scroll position, without what was said of the page before. The browser's
 * own restoration runs too early, before the page is rendered.
 */
function useScrollRestoration() {
  const { key, pathname } = useLocation()
  const navigationType = useNavigationType()
  const shown = useRef({ key, pathname })

  useEffect(() => {
    const savePosition = () => scrollPositions.set(shown.current.key, window.scrollY)
    window.addEventListener('scroll', savePosition, { passive: true })
    return () => window.removeEventListener('scroll', savePosition)
  }, [])

  useLayoutEffect(() => {
    const isSamePage = shown.current.pathname === pathname
    shown.current = { key, pathname }
    if (isSamePage) return
    dismissOfPage()
    window.scrollTo({ top: navigationType === NavigationType.Pop ? (scrollPositions.get(key) ?? 0) : 0 })
  }, [key, pathname, navigationType])
}
