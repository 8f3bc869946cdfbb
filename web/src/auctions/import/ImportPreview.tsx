import { BID, formatCents, IMPORT, messages, readLine } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError, messageOf } from '../../api/api-error.ts'
import { useOnline } from '../../api/use-online.ts'
import { ErrorBanner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { centsFromTyped } from '../../ui/money.ts'
import { importMutation, importsQuery } from './import-queries.ts'
import type { ImportLine } from './read-import.ts'

const MOST_FAULTS = 10

type ImportPreviewProps = {
  /** All lines, also those that are wrong. */
  lines: readonly ImportLine[]
  /** The import was begun. */
  onDone: () => void
}

/**
 * What would be imported: its counts, its lines, and one button for all or none of it. While a line is wrong, there is nothing to
 * count or to tick.
 */
export function ImportPreview({ lines, onDone }: ImportPreviewProps) {
  const [bids, setBids] = useState(false)
  const [confirmsHigh, setConfirmsHigh] = useState(false)
  const begin = useMutation(importMutation)
  const whyNot = useWhyNot(lines)
  const isRight = lines.every(({ fault }) => fault === null)
  const withBid = lines.filter(({ max }) => max !== '')
  const noted = lines.filter(({ note }) => note !== '')
  return (
    <div className="flex flex-col gap-3">
      {isRight && <p>{messages.importing.preview.counts(lines.length, withBid.length, noted.length)}</p>}
      <Lines lines={lines} />
      {isRight && withBid.length > 0 && (
        <div>
          <Checkbox
            label={messages.importing.preview.bid(withBid.length, formatCents(sumOf(withBid)))}
            hint={highestText(withBid)}
            checked={bids}
            onChange={({ target }) => setBids(target.checked)}
          />
          {bids && (
            <Checkbox
              label={messages.importing.preview.high(BID.confirmAboveTimesPrice, BID.confirmAboveDollars)}
              hint={messages.importing.preview.highHint}
              checked={confirmsHigh}
              onChange={({ target }) => setConfirmsHigh(target.checked)}
            />
          )}
        </div>
      )}
      {isRight && (
        <p className="max-w-prose text-ink-2">
          {messages.importing.preview.takes(messages.importing.span(lines.length * IMPORT.everyMs))}
        </p>
      )}
      {begin.error && <Refusal error={begin.error} />}
      <Button
        variant="primary"
        className="self-start"
        busy={begin.isPending}
        whyNot={whyNot}
        onClick={() =>
          begin.mutate(
            { lines: lines.map(toSend), bid: bids, confirm_high: bids && confirmsHigh },
            { onSuccess: onDone },
          )
        }
      >
        {messages.importing.preview.button(lines.length)}
      </Button>
    </div>
  )
}

function useWhyNot(lines: readonly ImportLine[]): string | null {
  const online = useOnline()
  const { data: imports } = useQuery(importsQuery)
  if (lines.some(({ fault }) => fault !== null)) return messages.importing.preview.mendFirst
  if (!online) return messages.importing.preview.offline
  return imports?.[0]?.ended_at === null ? messages.importing.oneAtATime : null
}

const toSend = (line: ImportLine) => ({ link: line.reference, ...readLine(line).terms })

const centsOfLine = (line: ImportLine): number => centsFromTyped(line.max) ?? 0
const sumOf = (lines: readonly ImportLine[]): number => lines.reduce((sum, line) => sum + centsOfLine(line), 0)

function highestText(lines: readonly ImportLine[]): string {
  const highest = lines.reduce((before, line) => (centsOfLine(line) > centsOfLine(before) ? line : before))
  return messages.importing.preview.highest(formatCents(centsOfLine(highest)), highest.line)
}

const Lines = ({ lines }: { lines: readonly ImportLine[] }) => (
  <details>
    <summary className="min-h-11 cursor-pointer py-2.5 text-small font-semibold">
      {messages.importing.preview.lines}
    </summary>
    <table className="w-full table-fixed text-left text-small">
      <thead className="text-ink-2">
        <tr>
          <th className="w-12 font-normal">{messages.importing.preview.line}</th>
          <th className="w-28 font-normal sm:w-auto">{messages.importing.preview.item}</th>
          <th className="w-16 font-normal">{messages.importing.preview.max}</th>
          <th className="w-18 font-normal max-sm:hidden">{messages.importing.preview.seconds}</th>
          <th className="font-normal">{messages.importing.preview.note}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, reference, max, seconds, note }) => (
          <tr key={line} className="border-t border-line">
            <td className="py-1 tabular">{line}</td>
            <td className="truncate py-1 pr-2 tabular" title={reference}>
              {reference.split('/').at(-1)}
            </td>
            <td className="py-1 tabular">{max}</td>
            <td className="py-1 tabular max-sm:hidden">{seconds}</td>
            <td className="truncate py-1" title={note}>
              {note}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)

/** What the server refuses is named by line as well: it alone knows which links are of one item. */
function Refusal({ error }: { error: Error }) {
  const details = isApiError(error) ? (error.details ?? []) : []
  return (
    <ErrorBanner title={messages.importing.preview.notSent}>
      {details.length < 2 ? (
        messageOf(error)
      ) : (
        <ul className="wrap-anywhere">
          {details.slice(0, MOST_FAULTS).map(({ path, message }) => (
            <li key={path}>{message}</li>
          ))}
          {details.length > MOST_FAULTS && <li>{messages.importing.further(details.length - MOST_FAULTS)}</li>}
        </ul>
      )}
    </ErrorBanner>
  )
}
