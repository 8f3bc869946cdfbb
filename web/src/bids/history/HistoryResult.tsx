import type { Bid } from '@bidwell/contract'
import { Link } from '../../ui/Link.tsx'
import { failedAtLogin, type LoginStop } from '../login/login-stop.ts'
import { ResultTag } from './ResultTag.tsx'

type HistoryResultProps = { bid: Bid; siteName: string; loginStop: LoginStop | null }

/** The result of a bid. One that the login prevented offers to fix the login, as long as it still stops other bids. */
export const HistoryResult = ({ bid, siteName, loginStop }: HistoryResultProps) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <ResultTag bid={bid} siteName={siteName} />
    {failedAtLogin(bid) && loginStop !== null && (
      <Link
        to="/settings?tab=credentials"
        className="inline-flex min-h-6 items-center text-small font-semibold text-accent underline underline-offset-4"
      >
        Reconnect
      </Link>
    )}
  </span>
)
