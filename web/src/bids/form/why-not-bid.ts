import { type IntegrationStatus, messages } from '@bidwell/contract'

/** Why no bid can be placed for the user at the site at all; null when one can, or while that is not known. */
export function whyNotBid(integration: { data: IntegrationStatus | undefined; isError: boolean }): string | null {
  if (integration.isError && integration.data === undefined) return messages.connection.requiredToBid
  return integration.data?.hasCredentials === false ? messages.connection.requiredToBid : null
}
