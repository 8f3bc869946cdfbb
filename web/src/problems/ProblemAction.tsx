import { useMutation } from '@tanstack/react-query'
import { useOnline } from '../api/use-online.ts'
import { RemedyButton } from '../auctions/tracked/RemedyButton.tsx'
import { whyOffline } from '../bids/bid-rules.ts'
import { pauseMutation } from '../bids/pause/pause-queries.ts'
import { RestoredAnswers } from '../bids/restored/RestoredAnswers.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import type { Problem } from './problem.ts'

/** What ends a problem, or ends it for the first of its auctions; nothing where only the site or the operator can. */
export function ProblemAction({ problem, onReconnect }: { problem: Problem; onReconnect: () => void }) {
  const [first] = problem.bids
  const whyNot = whyOffline(useOnline())
  switch (problem.kind) {
    case 'login':
      return (
        <Button size="dense" whyNot={whyNot} onClick={onReconnect}>
          Reconnect
        </Button>
      )
    case 'pause':
      return problem.pause.own && <ResumeButton whyNot={whyNot} />
    case 'restored':
      return <RestoredAnswers bids={problem.bids} whyNot={whyNot} />
    case 'site_silent':
    case 'alerts_wait':
      return null
    case 'over_max':
    case 'outbid': {
      const label = problem.kind === 'outbid' ? 'Bid again' : 'Raise'
      return (
        first && (
          <Link
            to={`/dashboard?item=${first.auctionId}&edit=`}
            aria-label={`${label}: ${first.title}`}
            className={buttonClass({ size: 'dense' })}
          >
            {label}
          </Link>
        )
      )
    }
    case 'finding':
      return first && <RemedyButton finding={problem.finding} id={first.auctionId} />
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
