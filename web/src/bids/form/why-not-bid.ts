import { type IntegrationStatus, messages } from '@bidwell/contract'

/** The reason why the user cannot bid at the site at all; null when they can, and until the login's state is loaded. */
export function whyNotBid(integration: { data: IntegrationStatus | undefined; isError: boolean }): string | null {
  if (integration.isError && integration.data === undefined) return messages.connection.requiredToBid
  return integration.data?.hasCredentials === false ? messages.connection.requiredToBid : null
}
