import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isApiError, messageOf } from '../api/api-error.ts'
import { useSession } from '../session/session.ts'
import { LoadFailure } from '../ui/loading/LoadFailure.tsx'
import { Skeleton } from '../ui/loading/placeholders.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { DeleteForm } from './DeleteForm.tsx'
import { DeletionList } from './DeletionList.tsx'
import { deletionsQuery } from './deletions-query.ts'

/** The requests to delete accounts, for the administrator. To all others the page does not exist. */
export function DataDeletionPage({ notFound }: { notFound: ReactNode }) {
  const session = useSession()
  const deletions = useQuery({ ...deletionsQuery, enabled: session.kind === 'signed-in' })
  if (session.kind === 'signed-out' || isApiError(deletions.error, 'not_found')) return notFound
  if (deletions.isPending) return <Skeleton className="h-72" />
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <PageTitle>Deletion of accounts</PageTitle>
      {deletions.isError && (
        <LoadFailure
          title={messageOf(deletions.error)}
          busy={deletions.isFetching}
          onRetry={() => void deletions.refetch()}
        />
      )}
      {deletions.data && <DeletionList deletions={deletions.data} />}
      <DeleteForm />
    </div>
  )
}
