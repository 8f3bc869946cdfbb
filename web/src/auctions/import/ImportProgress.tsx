import { type Import, messages, type UndoneLine } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Banner, ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { cancelMutation, importsQuery, undoneQuery } from './import-queries.ts'
import { writeUndone } from './write-export.ts'

const MOST_LINES = 10

/** The import that is in progress, or what became of the last one; nothing where there was none within a week. */
export function ImportProgress() {
  const { data: imports } = useQuery(importsQuery)
  const cancel = useMutation(cancelMutation)
  const [last] = imports ?? []
  if (!last) return null
  const isOver = last.ended_at !== null
  const done = doneOf(last)
  return (
    <Section title={isOver ? messages.importing.progress.lastTitle : messages.importing.progress.title}>
      {!isOver && (
        <>
          <progress
            aria-label={messages.importing.progress.bar}
            max={last.lines}
            value={done}
            className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken forced-colors:appearance-auto [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
          />
          <p className="tabular">
            {messages.importing.progress.read(done, last.lines, messages.importing.span(last.left_ms))}
          </p>
        </>
      )}
      <p className="text-ink-2 tabular">{resultsText(last)}</p>
      {!isOver && (
        <Button className="self-start" busy={cancel.isPending} onClick={() => cancel.mutate(last.id)}>
          {messages.importing.progress.cancel}
        </Button>
      )}
      {isOver && last.faults + last.results.cancelled > 0 && <Undone id={last.id} />}
    </Section>
  )
}

const doneOf = ({ results }: Import): number => Object.values(results).reduce((sum, count) => sum + count, 0)

/** `1,204 tracked, 3 not tracked.` */
function resultsText({ results }: Import): string {
  const parts = [
    results.tracked > 0 && messages.importing.progress.tracked(results.tracked),
    results.scheduled > 0 && messages.importing.progress.scheduled(results.scheduled),
    results.already_tracked > 0 && messages.importing.progress.alreadyTracked(results.already_tracked),
    results.failed > 0 && messages.importing.progress.failed(results.failed),
    results.cancelled > 0 && messages.importing.progress.cancelled(results.cancelled),
  ].filter((part) => part !== false)
  return parts.length === 0 ? messages.importing.progress.started : `${parts.join(', ')}.`
}

function Undone({ id }: { id: number }) {
  const { data: undone, error } = useQuery(undoneQuery(id))
  if (error) return <ErrorBanner title={messages.importing.progress.notRead}>{error.message}</ErrorBanner>
  if (!undone || undone.length === 0) return null
  return (
    <>
      <Banner tone="warning" icon={TriangleAlert} title={messages.importing.progress.undone(undone.length)}>
        <ul className="wrap-anywhere">
          {undone.slice(0, MOST_LINES).map((line) => (
            <li key={line.line}>{messages.importing.faultAt(line.line, reasonOf(line))}</li>
          ))}
          {undone.length > MOST_LINES && <li>{messages.importing.further(undone.length - MOST_LINES)}</li>}
        </ul>
      </Banner>
      <Button
        className="self-start"
        onClick={() => saveFile('bidwell-not-imported.csv', 'text/csv;charset=utf-8', writeUndone(undone, reasonOf))}
      >
        {messages.importing.progress.save(undone.length)}
      </Button>
    </>
  )
}

const reasonOf = ({ fault }: UndoneLine): string => fault ?? messages.importing.progress.lineCancelled
