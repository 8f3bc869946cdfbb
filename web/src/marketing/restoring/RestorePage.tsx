import type { RestoreProgress } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { operatorQuery } from '../../api/installation-queries.ts'
import { useWarningOnLeaving } from '../../state/use-warning-on-leaving.ts'
import { Banner, ErrorBanner } from '../../ui/Banner.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { CircleCheck } from '../../ui/icons.tsx'
import { PageLoading, Spinner } from '../../ui/loading/placeholders.tsx'
import { TextPage } from '../TextPage.tsx'
import { RestoreForm } from './RestoreForm.tsx'
import { type BackupToSend, sendBackup, type SendingProgress } from './send-backup.ts'

/** `/restore`: puts a backup into an installation without accounts. With the first account, the page does not exist any more. */
export function RestorePage({ notFound }: { notFound: ReactNode }) {
  // The page that was opened before may be older than the first account.
  const operator = useQuery({ ...operatorQuery, staleTime: 0 })
  const [progress, setProgress] = useState<SendingProgress | null>(null)
  const restoring = useMutation({
    mutationFn: (backup: BackupToSend) => sendBackup(backup, setProgress),
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

const WORKING: Record<Exclude<RestoreProgress['state'], 'restored' | 'failed'>, string> = {
  receiving: 'The file is on its way',
  checking: 'The file is checked to its last byte. Nothing is changed yet',
  restoring: 'Bidwell is stopped while the backup is loaded, and starts again by itself',
}

/** How far a restore is, with what the command prints. */
function RestoreSteps({ progress: { state, lines, sent } }: { progress: SendingProgress }) {
  const isFailed = state === 'failed'
  const printed = isFailed ? lines.slice(0, -1) : lines
  return (
    <section aria-label="Progress" className="flex flex-col gap-4">
      <output className="flex flex-col gap-3 empty:hidden">
        {state !== 'failed' && state !== 'restored' && (
          <span className="flex items-center gap-3 font-semibold">
            <span className="shrink-0">
              <Spinner />
            </span>
            <span>
              {WORKING[state]}
              {state === 'receiving' ? `: ${Math.floor(sent * 100)}%` : '.'}
            </span>
          </span>
        )}
      </output>
      {state === 'receiving' && (
        <progress
          aria-label="Sent"
          max={1}
          value={sent}
          className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken forced-colors:appearance-auto [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        />
      )}
      {isFailed && <ErrorBanner title="The restore failed">{lines.at(-1)}</ErrorBanner>}
      {printed.length > 0 && (
        <ol aria-label="What Bidwell did" className="flex flex-col gap-1 text-small wrap-anywhere text-ink-2">
          {printed.map((line, place) => (
            <li key={`${place} ${line}`}>{line}</li>
          ))}
        </ol>
      )}
    </section>
  )
}
