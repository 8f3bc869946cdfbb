import type { ChangePreview } from '@bidwell/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { messageOf } from '../../api/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { isRefusal } from '../is-refusal.ts'
import { changeSentences } from './change-cost.ts'
import type { Change } from './change.ts'

type ChangeCostProps = { kind: Change['kind']; preview: UseQueryResult<ChangePreview> }

/** What a change costs now and later, and what it does; or why it is refused. */
export function ChangeCost({ kind, preview: { data, error, isFetching, refetch } }: ChangeCostProps) {
  return (
    <section aria-label="What it costs" aria-live="polite" className="min-h-32">
      {error !== null && isRefusal(error) && <Banner tone="warning" icon={CircleAlert} title={messageOf(error)} />}
      {error !== null && !isRefusal(error) && (
        <LoadFailure title={messageOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <Skeleton className="h-32" />}
      {error === null && data && (
        <ul className="flex list-disc flex-col gap-1 pl-5 tabular">
          {changeSentences(kind, data).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
