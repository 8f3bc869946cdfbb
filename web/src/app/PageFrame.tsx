import { messages } from '@bidwell/contract'
import type { ReactNode } from 'react'
import { DashboardHeader } from '../auctions/dashboard/DashboardHeader.tsx'
import { LotListLoading } from '../auctions/list/LotListLoading.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { classNames } from '../ui/class-names.ts'
import { BOTTOM_BAR_ROOM, BottomBar } from './BottomBar.tsx'
import { UserHeader } from './Header.tsx'
import { PageLoading } from './PageLoading.tsx'

const ignore = () => {}

/** What the pages of a signed-in user show before their code has loaded, by path; other pages show that they load. */
const CONTENTS: Readonly<Record<string, ReactNode>> = {
  '/dashboard': (
    <>
      <DashboardHeader openCount={undefined} limit={null} field={null} text="" onText={ignore} onAdd={ignore}>
        {null}
      </DashboardHeader>
      <p className="-mb-8 min-h-8 text-small text-balance text-ink-2">{messages.offline.bidsRunOnServer}</p>
      <LotListLoading />
    </>
  ),
  '/bid-history': <Titled title="Bid history" />,
  '/bid-history/:bidId': <Titled title="Receipt" about={messages.history.receiptShows} />,
  '/notifications': <Titled title="Notifications" />,
  '/notifications/log': <Titled title="Log of alerts" />,
  '/settings': <Titled title="Settings" />,
}

/**
 * The frame of a page for signed-in users, which the server sends so that the page is there before its code. It does nothing:
 * the app replaces it. A visitor does not see it.
 */
export const PageFrame = ({ path }: { path: string }) => (
  <div inert className={classNames('hidden min-h-dvh flex-col in-data-session:flex', BOTTOM_BAR_ROOM)}>
    <UserHeader tools={<span className="h-11" />} />
    <div className="mx-auto flex w-full max-w-330 flex-1 flex-col gap-4 px-4 py-4 sm:py-6">
      {CONTENTS[path] ?? <Waiting />}
    </div>
    <BottomBar unread={null} />
  </div>
)

/** `about` says what the page will show. */
function Titled({ title, about }: { title: string; about?: string }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Waiting about={about} />
    </>
  )
}

/** On a slow network this stays for seconds, maybe shortly before a bid: it says that nothing depends on it. */
const Waiting = ({ about }: { about?: string | undefined }) => (
  <>
    <PageLoading />
    <p className="mx-auto max-w-xl text-center text-lead text-balance text-ink-2">
      {[about, messages.offline.bidsRunOnServer].filter(Boolean).join(' ')}
    </p>
  </>
)
