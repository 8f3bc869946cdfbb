import type { Bid } from '@bidwell/contract'
import type { MouseEvent, ReactNode } from 'react'
import { buttonClass } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TO_PAY } from '../../ui/navigation.ts'
import { Picture } from '../../ui/Picture.tsx'
import type { BidToast } from './bid-toast.ts'
import type { MergedToast } from './merge-toasts.ts'

/** The picture of a bid's item, undefined where it is not known; and whether its price has passed a placed bid. */
export type ItemOf = (bid: Bid) => { imageUrl: string | undefined; isOvertaken: boolean }

type ItemProps = { itemOf: ItemOf; navigate: (to: string) => unknown }

const LOGIN_PAGE = '/settings?tab=credentials'

/** The content of the toast about one bid. */
export function BidToastContent({ toast, itemOf, navigate }: { toast: BidToast } & ItemProps) {
  const { imageUrl } = itemOf(toast.bid)
  const receipt = `/bid-history/${toast.bid.id}`
  const { heading } = toast
  return (
    <Layout
      {...toast}
      // A phone has room for one button.
      heading={
        toast.action === 'pay' ? <Go to={receipt} text={heading} navigate={navigate} className={HEADING} /> : heading
      }
      picture={<Picture url={imageUrl} px={48} className={PICTURE} />}
    >
      {toast.action === 'pay' && <Go to={TO_PAY.to} text="Pay" navigate={navigate} />}
      {toast.action === 'fix' && <Go to={LOGIN_PAGE} text="Fix" navigate={navigate} />}
      <Go to={receipt} text="See receipt" navigate={navigate} />
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
      {bids.some(({ status }) => status === 'won') && <Go to={TO_PAY.to} text="Pay" navigate={navigate} />}
      {toast.hasResults && <Go to="/bid-history" text="See results" navigate={navigate} />}
    </Layout>
  )
}

const ACTION = buttonClass({ size: 'dense' })
const PICTURE = 'max-sm:size-10'
const HEADING = 'underline-offset-4 hover:underline max-sm:underline'

type LayoutProps = { heading: ReactNode; text: string | null; picture: ReactNode; children: ReactNode }

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

type GoProps = { to: string; text: string; navigate: ItemProps['navigate']; className?: string }

/** A link within the app. Toasts are rendered outside the router, so that its own links do not work here. */
function Go({ to, text, navigate, className = ACTION }: GoProps) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a href={to} className={className} onClick={follow}>
      {text}
    </a>
  )
}
