import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { AuthDialogHost } from '../account/dialog/AuthDialogHost.tsx'
import { SessionExpiredHost } from '../account/expired/SessionExpiredHost.tsx'
import { useMenuKey } from '../auctions/keyboard/menu-key.ts'
import { skipsBids, skipsSignInCheck } from '../session/skip-lists.ts'
import { useSession } from '../session/session.ts'
import { useRecovery } from '../session/use-recovery.ts'
import { isTourNeeded } from '../tour/tour-completed.ts'
import { afterPage } from '../ui/loading/after-page.ts'
import { lazyOptional } from '../ui/loading/lazy-optional.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { PartBoundary } from '../ui/loading/PartBoundary.tsx'
import { classNames } from '../ui/class-names.ts'
import { BOTTOM_BAR_ROOM, BottomBar } from './BottomBar.tsx'
import { Header } from './Header.tsx'
import { loadFrameParts } from './load-frame-parts.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PageErrorBoundary } from './PageErrorBoundary.tsx'
import { useScrollRestoration } from './use-scroll-restoration.ts'
import { useUndoKey } from './use-undo-key.ts'

const Footer = lazyOptional(afterPage(async () => (await import('./Footer.tsx')).Footer))
const LiveAuctions = lazyPart(async () => (await loadFrameParts()).LiveAuctions)
const LiveSession = lazyOptional(async () => (await loadFrameParts()).LiveSession)
const Problems = lazyOptional(async () => (await loadFrameParts()).Problems)
const PlanSession = lazyOptional(afterPage(async () => (await import('../plans/PlanSession.tsx')).PlanSession))
const UnreadCount = lazyOptional(async () => (await loadFrameParts()).UnreadCount)
const Tour = lazyOptional(afterPage(async () => (await import('../tour/guided-tour.ts')).Tour))

/** The header, footer, banners and dialogs around every page. */
export function Shell({ children }: { children: ReactNode }) {
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
        {session.kind !== 'loading' && (
          <PartBoundary part="A notice about your plan">
            <PlanSession />
          </PartBoundary>
        )}
        <PageErrorBoundary path={pathname}>{children}</PageErrorBoundary>
      </main>
      <PartBoundary part="The foot of the page">
        <Footer />
        {session.kind === 'signed-in' && (
          <BottomBar unread={!skipsSignInCheck(pathname) && <UnreadCount className="absolute top-1 left-1/2 ml-1" />} />
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
      {session.kind === 'signed-in' && <LiveSession key={session.user.id} expired={session.expired} />}
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
