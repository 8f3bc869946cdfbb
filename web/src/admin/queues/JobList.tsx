import { JobState, type QueuedJob } from '@bidwell/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useWhen } from '../../time/use-when.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/cards/Card.tsx'
import { Rows } from '../../ui/cards/Rows.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { LoadState } from '../../ui/loading/LoadState.tsx'
import { ShowMore } from '../../ui/loading/ShowMore.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { ActionDialog } from '../ActionDialog.tsx'
import { jobsQuery, retryJobsMutation } from './queue-queries.ts'
import { JOB_STATES, tries, words } from './queue-text.ts'

type Asked = { task: string; failed: number }

/** The background jobs in one state. Those of a task that have failed can run again. */
export function JobList() {
  const [params, setParams] = useSearchParams()
  const [asked, setAsked] = useState<Asked | null>(null)
  const state = JobState.options.find((value) => value === params.get('state')) ?? 'failed'
  const list = useInfiniteQuery(jobsQuery({ state }))
  const jobs = list.data?.pages.flatMap((page) => page.jobs) ?? []
  const tasks = list.data?.pages[0]?.tasks ?? []
  const sum = (of: JobState) => tasks.reduce((total, task) => total + task[of], 0)
  return (
    <Card className="flex min-w-0 flex-col gap-3">
      <div className="w-fit">
        <Select
          label="State"
          value={state}
          onChange={(event) =>
            setParams(
              (before) => {
                const after = new URLSearchParams(before)
                after.set('state', event.target.value)
                return after
              },
              { replace: true },
            )
          }
          options={JobState.options.map((value) => ({
            value,
            label: list.data ? `${JOB_STATES[value].label}: ${sum(value)}` : JOB_STATES[value].label,
          }))}
        />
      </div>
      {state === 'failed' && (
        <ul aria-label="Tasks with failed jobs" className="flex flex-wrap gap-3 empty:hidden">
          {tasks
            .filter(({ failed }) => failed > 0)
            .map(({ task, failed }) => (
              <li key={task}>
                <Button onClick={() => setAsked({ task, failed })}>
                  Run again: {words(task)} ({failed})
                </Button>
              </li>
            ))}
        </ul>
      )}
      <LoadState query={list} skeleton="h-40" />
      {list.data && (
        <Rows label="Jobs" empty={JOB_STATES[state].empty}>
          {jobs.map((job) => (
            <JobItem key={job.id} job={job} />
          ))}
        </Rows>
      )}
      <ShowMore query={list}>Show more jobs</ShowMore>
      {asked !== null && <RetryDialog {...asked} onClose={() => setAsked(null)} />}
    </Card>
  )
}

function RetryDialog({ task, failed, onClose }: Asked & { onClose: () => void }) {
  const { mutateAsync } = useMutation(retryJobsMutation)
  return (
    <ActionDialog
      title="Run all failed jobs of this task now?"
      confirm="Run them now"
      hint="It stands in the log of your actions."
      act={(reason) => mutateAsync({ task, reason })}
      done={(retried) => (retried === 0 ? 'None of them was waiting any more' : `The jobs are due: ${retried}`)}
      onClose={onClose}
    >
      <p className="font-semibold wrap-anywhere">
        {words(task)}: {failed} failed
      </p>
      <p className="mt-2">
        Those that have used up their tries are due at once, 10,000 at most, and their tries are counted anew.
      </p>
    </ActionDialog>
  )
}

function JobItem({ job }: { job: QueuedJob }) {
  const when = useWhen()
  const { id, task, state, attempts, max_attempts: most, last_error: lastError } = job
  const { label, tone, icon } = JOB_STATES[state]
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {words(task)}
        <Tag tone={tone} icon={icon}>
          {label}
        </Tag>
      </p>
      {lastError !== null && <p className="wrap-anywhere">{lastError}</p>}
      <p className="text-small text-ink-2 tabular">
        Job {id}, queued {when(job.queued_at)}, {tries(attempts)} of {most}.{' '}
        {(state === 'waiting' || state === 'later') && `Due ${when(job.run_at)}.`}
      </p>
    </li>
  )
}
