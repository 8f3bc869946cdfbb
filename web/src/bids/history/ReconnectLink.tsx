import type { HistoryEntry } from '@bidwell/contract'
import { Link } from '../../ui/Link.tsx'
import { failedAtLogin, type LoginStop } from '../login/login-stop.ts'

type ReconnectLinkProps = { entry: HistoryEntry; loginStop: LoginStop | null }

/** For a bid that the login prevented: offers to fix the login, as long as it still stops other bids. */
export const ReconnectLink = ({ entry: { bid }, loginStop }: ReconnectLinkProps) =>
  bid !== null &&
  failedAtLogin(bid) &&
  loginStop !== null && (
    <Link
      to="/settings?tab=credentials"
      className="inline-flex min-h-6 items-center text-small font-semibold text-accent underline underline-offset-4"
    >
      Reconnect
    </Link>
  )
