import { messages } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useOnline } from '../api/use-online.ts'
import { RemedyButton } from '../auctions/detail/RemedyButton.tsx'
import { useAuctions } from '../auctions/tracked/use-auctions.ts'
import { whyOffline } from '../bids/bid-rules.ts'
import { BidAgain } from '../bids/form/BidAgain.tsx'
import { pauseMutation } from '../bids/pause-queries.ts'
import { ReconnectButton } from '../connection/ReconnectButton.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import type { Problem, ProblemBid } from './problem.ts'

/** What ends a problem, or ends it for the first of its auctions; nothing where only the site or the operator can. */
export function ProblemAction({ problem }: { problem: Problem }) {
  const [first] = problem.bids
  const whyNot = whyOffline(useOnline())
  switch (problem.kind) {
    case 'login':
      return <ReconnectButton />
    case 'pause':
      return problem.pause.own && <ResumeButton whyNot={whyNot} />
    case 'restored':
      return (
        <Link to="/dashboard" className={buttonClass({ size: 'dense' })}>
          {messages.waiting.answer}
        </Link>
      )
    case 'site_silent':
    case 'alerts_wait':
      return null
    case 'over_max':
      return (
        first && (
          <Link to={formUrlOf(first)} aria-label={`Raise: ${first.title}`} className={buttonClass({ size: 'dense' })}>
            Raise
          </Link>
        )
      )
    case 'outbid':
      return first && <BidAgainOn of={first} />
    case 'finding':
      return first && <RemedyButton finding={problem.finding} />
  }
}

function ResumeButton({ whyNot }: { whyNot: string | null }) {
  const change = useMutation(pauseMutation)
  return (
    <Button size="dense" busy={change.isPending} whyNot={whyNot} onClick={() => change.mutate(false)}>
      Resume bidding
    </Button>
  )
}

const formUrlOf = ({ auctionId }: ProblemBid) => `/dashboard?item=${auctionId}&edit=`

function BidAgainOn({ of }: { of: ProblemBid }) {
  const tracked = useAuctions().auctions.find(({ auction }) => auction.id === of.auctionId)
  if (!tracked?.bid) return null
  return <BidAgain key={of.id} auction={tracked.auction} bid={tracked.bid} formUrl={formUrlOf(of)} />
}
