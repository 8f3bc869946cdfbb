import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../time/use-now.ts'
import { briefInBothZones } from '../time/zoned-times.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { clearAlarmMutation, type Overview } from './overview-queries.ts'

type Alarm = Overview['alarms'][number]

const MINUTE_MS = 60_000

/** What the product has set aside for the operator, who clears each when it is done. */
export function AlarmList({ alarms }: { alarms: readonly Alarm[] }) {
  const [asked, setAsked] = useState<Alarm | null>(null)
  const now = useNow(MINUTE_MS)
  return (
    <Card id="alarms" className="scroll-mt-20">
      <h2 className="text-lead font-semibold">Alarms</h2>
      {alarms.length === 0 ? (
        <p className="mt-1 text-ink-2">No alarms.</p>
      ) : (
        <ul aria-label="Alarms" className="mt-1 flex flex-col divide-y divide-line">
          {alarms.map((alarm) => (
            <li key={`${alarm.kind} ${alarm.subject}`} className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2">
              <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
                <p>{alarm.sentence}</p>
                <p className="text-small text-ink-2 tabular">{briefInBothZones(Date.parse(alarm.raised_at), now)}</p>
              </div>
              <Button aria-label={`Clear: ${alarm.sentence}`} onClick={() => setAsked(alarm)}>
                Clear
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked !== null && <ClearDialog alarm={asked} onClose={() => setAsked(null)} />}
    </Card>
  )
}

function ClearDialog({ alarm: { kind, subject, sentence }, onClose }: { alarm: Alarm; onClose: () => void }) {
  const { mutateAsync } = useMutation(clearAlarmMutation)
  return (
    <ActionDialog
      title="Clear this alarm?"
      confirm="Clear the alarm"
      hint="It stands in the log of your actions."
      act={(reason) => mutateAsync({ kind, subject, reason })}
      done="The alarm is cleared"
      onClose={onClose}
    >
      <p className="wrap-anywhere">{sentence}</p>
      <p className="mt-2">
        Clearing mends nothing, and cannot be undone. If the same is found again, the alarm is raised again.
      </p>
    </ActionDialog>
  )
}
