import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { operatorQuery } from '../../api/installation-queries.ts'
import { Banner } from '../../ui/Banner.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { PageLoading } from '../../ui/loading/placeholders.tsx'
import { TextPage } from '../TextPage.tsx'
import { RestoreForm } from './RestoreForm.tsx'
import { RestoreSteps } from './RestoreSteps.tsx'
import { type BackupToSend, sendBackup, type SendingProgress } from './send-backup.ts'

/** `/restore`: puts a backup into an installation without accounts. With the first account, the page does not exist any more. */
export function RestorePage({ notFound }: { notFound: ReactNode }) {
  // The page that was opened before may be older than the first account.
  const operator = useQuery({ ...operatorQuery, staleTime: 0 })
  const [progress, setProgress] = useState<SendingProgress | null>(null)
  const restoring = useMutation({
    mutationFn: (backup: BackupToSend) => sendBackup(backup, setProgress),
    networkMode: 'always',
    onError: () => setProgress(null),
  })
  useWarningOnLeaving(restoring.isPending)

  const way = operator.data?.restore ?? null
  const hasBegun = progress !== null
  const isRestored = restoring.data?.state === 'restored'
  if (!hasBegun && operator.isPending) return <PageLoading />
  if (!hasBegun && (way === null || isApiError(restoring.error, 'not_found'))) return notFound
  return (
    <TextPage
      title={isRestored ? 'Your backup is restored' : 'Restore a backup'}
      intro={
        isRestored
          ? 'All accounts, auctions and bids of the backup are here.'
          : restoring.isPending
            ? 'Keep this page open until it says that it is done.'
            : 'This Bidwell has no account yet, so that a backup of another one can be put into it: with all accounts, auctions and bids.'
      }
    >
      <meta name="robots" content="noindex" />
      {progress !== null && <RestoreSteps progress={progress} />}
      {isRestored ? (
        <Restored />
      ) : way === 'command' ? (
        <ByCommand />
      ) : (
        // It keeps what was typed, for another try.
        <div hidden={restoring.isPending}>
          <RestoreForm error={restoring.error} onSubmit={(backup) => restoring.mutate(backup)} />
        </div>
      )}
    </TextPage>
  )
}

export const head = {
  title: 'Restore a backup',
  description: 'Put a backup of Bidwell into an installation without accounts.',
}

const Restored = () => (
  <div className="flex flex-col items-start gap-4">
    <Banner tone="success" icon={CircleCheck} title="Bidwell has started again with it">
      Sign in with your address and password from before. Bids that wait for an answer stand on the dashboard.
    </Banner>
    {/* Loads the page again: what it knows of this installation is older than the backup. */}
    <a href="/?auth=login" className={buttonClass({ variant: 'primary' })}>
      Sign in
    </a>
  </div>
)

/** Where each process runs by itself, nothing may stop and start them but what has started them. */
const ByCommand = () => (
  <div className="flex flex-col gap-3">
    <p>
      Here the operator starts each process of Bidwell, or keeps its keys. So the operator also restores, by a command
      on the server, while Bidwell is stopped:
    </p>
    <pre className="rounded-control bg-sunken p-3 text-small wrap-anywhere whitespace-pre-wrap">
      <code>npm run bidwell restore /path/to/bidwell-….age</code>
    </pre>
    <p className="text-ink-2">
      It runs as the owner of the database, with the keys of the backup in its environment or in keys.env. The chapter
      “Restoring” of docs/operations.md has each step.
    </p>
  </div>
)

function useWarningOnLeaving(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isOn])
}
