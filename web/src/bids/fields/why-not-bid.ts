import { type ConnectionStatus, messages } from '@bidwell/contract'

/** The reason why the user cannot bid at the site at all; null when they can, and until the login's state is loaded. */
export function whyNotBid(
  { data, isError }: { data: ConnectionStatus | undefined; isError: boolean },
  siteName: string,
): string | null {
  const isMissing = data === undefined ? isError : !data.hasCredentials
  return isMissing ? messages.connection.requiredToBid(siteName) : null
}
