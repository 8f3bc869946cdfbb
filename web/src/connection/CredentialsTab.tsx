import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../api/api-error.ts'
import { siteQuery } from '../api/installation-queries.ts'
import { LoadFailure } from '../ui/loading/LoadFailure.tsx'
import { Skeleton } from '../ui/loading/placeholders.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import { CredentialsNotice } from './CredentialsNotice.tsx'
import { integrationQuery } from './integration-query.ts'
import { StoredLogin } from './StoredLogin.tsx'

/** The user's stored login for the auction site, the form that changes it, and how Bidwell handles it. */
export function CredentialsTab() {
  const status = useQuery(integrationQuery)
  const site = useQuery(siteQuery)
  const failed = [status, site].find((query) => query.isError && query.data === undefined)

  if (failed) {
    return (
      <LoadFailure title={messageOf(failed.error)} busy={failed.isFetching} onRetry={() => void failed.refetch()} />
    )
  }
  if (status.data === undefined || site.data === undefined) {
    return (
      <div aria-busy className="flex flex-col gap-4">
        <Skeleton className="h-104 sm:h-48" />
        <Skeleton className="h-120 sm:h-64" />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <div data-tour="credentials-form" className="flex flex-col gap-4 rounded-card">
        {status.data.hasCredentials ? (
          <StoredLogin site={site.data} status={status.data} />
        ) : (
          <CredentialsForm site={site.data} replacing={false} />
        )}
      </div>
      <CredentialsNotice site={site.data} />
    </div>
  )
}
