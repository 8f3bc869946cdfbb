import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../api/api-error.ts'
import { LoadFailure } from '../ui/loading/LoadFailure.tsx'
import { Skeleton } from '../ui/loading/placeholders.tsx'
import { AdminPage } from './AdminPage.tsx'
import { DeleteForm } from './DeleteForm.tsx'
import { DeletionList } from './DeletionList.tsx'
import { deletionsQuery } from './deletions-query.ts'

/** The requests to delete accounts. */
function DataDeletionPage() {
  const deletions = useQuery(deletionsQuery)
  return (
    <AdminPage title="Deletion of accounts">
      {deletions.isPending && <Skeleton className="h-72" />}
      {deletions.isError && (
        <LoadFailure
          title={messageOf(deletions.error)}
          busy={deletions.isFetching}
          onRetry={() => void deletions.refetch()}
        />
      )}
      {deletions.data && <DeletionList deletions={deletions.data} />}
      <DeleteForm />
    </AdminPage>
  )
}

export { DataDeletionPage as Component }
