import type { Bid } from '@bidwell/contract'
import type { MouseEvent, ReactNode } from 'react'
import { buttonClass } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Picture } from '../../ui/Picture.tsx'
import type { BidToast } from './bid-toast.ts'
import type { MergedToast } from './merge-toasts.ts'

/** The picture of a bid's item and its page at the site, undefined where they are not known; and whether its price has passed a placed bid. */
export type ItemOf = (bid: Bid) => { imageUrl: string | undefined; itemUrl: string | undefined; isOvertaken: boolean }

type ItemProps = { itemOf: ItemOf; navigate: (to: string) => unknown }

const LOGIN_PAGE = '/settings?tab=credentials'

/** The content of the toast about one bid. */
export function BidToastContent({ toast, itemOf, navigate }: { toast: BidToast } & ItemProps) {
  const { imageUrl, itemUrl } = itemOf(toast.bid)
  return (
    <Layout {...toast} picture={<Picture url={imageUrl} px={48} className={PICTURE} />}>
      {toast.action === 'pay' && itemUrl !== undefined && (
        <a href={itemUrl} target="_blank" rel="noreferrer" className={ACTION}>
          Pay
        </a>
      )}
      {toast.action === 'fix' && <Go to={LOGIN_PAGE} text="Fix" navigate={navigate} />}
      <Go to={`/bid-history/${toast.bid.id}`} text="See receipt" navigate={navigate} />
    </Layout>
  )
}

type MergedProps = { toast: MergedToast; bids: readonly Bid[] } & ItemProps

/** The content of one toast about several bids. */
export function MergedToastContent({ toast, bids, itemOf, navigate }: MergedProps) {
  const [first] = bids.flatMap((bid) => itemOf(bid).imageUrl ?? [])
  return (
    <Layout {...toast} picture={<Picture url={first} px={48} className={PICTURE} />}>
      {toast.toFix && <Go to={LOGIN_PAGE} text="Fix" navigate={navigate} />}
      {toast.hasResults && <Go to="/bid-history" text="See results" navigate={navigate} />}
    </Layout>
  )
}

const ACTION = buttonClass({ size: 'dense' })
const PICTURE = 'max-sm:size-10'

type LayoutProps = { heading: string; text: string | null; picture: ReactNode; children: ReactNode }

/**
 * Not live for screen readers: the page's own live region announces it, once. On a phone, a toast without a text is one
 * row with its first action, so that it covers little of the page.
 */
const Layout = ({ heading, text, picture, children }: LayoutProps) => {
  const isRow = text === null
  return (
    <div aria-live="off" className="flex min-w-0 flex-1 gap-2 max-sm:items-center sm:gap-3">
      {picture}
      <div className={classNames('min-w-0 flex-1', isRow && 'max-sm:flex max-sm:items-center max-sm:gap-2')}>
        <div className="min-w-0 flex-1">
          <p className="font-semibold max-sm:text-label max-sm:leading-tight">{heading}</p>
          {text !== null && <p className="max-sm:text-label max-sm:leading-tight">{text}</p>}
        </div>
        <div
          className={classNames(
            'flex flex-wrap gap-2',
            isRow ? 'shrink-0 sm:mt-2 max-sm:[&>:not(:first-child)]:hidden' : 'mt-2',
          )}
        >
          {children}
        </div>
      </div>
    </div>
  )
}

/** A link within the app. Toasts are rendered outside the router, so that its own links do not work here. */
function Go({ to, text, navigate }: { to: string; text: string; navigate: ItemProps['navigate'] }) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a href={to} className={ACTION} onClick={follow}>
      {text}
    </a>
  )
}
