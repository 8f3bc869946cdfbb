import type { RestoreProgress } from '@bidwell/contract'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Spinner } from '../../ui/loading/placeholders.tsx'
import type { SendingProgress } from './send-backup.ts'

const WORKING: Record<Exclude<RestoreProgress['state'], 'restored' | 'failed'>, string> = {
  receiving: 'The file is on its way',
  checking: 'The file is checked to its last byte. Nothing is changed yet',
  restoring: 'Bidwell is stopped while the backup is loaded, and starts again by itself',
}

/** How far a restore is, with what the command prints. */
export function RestoreSteps({ progress: { state, lines, sent } }: { progress: SendingProgress }) {
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
              {state === 'receiving' ? `: ${Math.floor(sent * 100)} %` : '.'}
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
