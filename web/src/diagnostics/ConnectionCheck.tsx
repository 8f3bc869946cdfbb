import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { toastError, toastSaved } from '../ui/overlays/toasts.tsx'
import { diagnosticLines, diagnosticText, failureLines } from './diagnostics-text.ts'
import { useDiagnostics } from './use-diagnostics.ts'

/** What answers and what does not, seen from this browser, to read and to send to the operator. */
export function ConnectionCheck() {
  const [round, setRound] = useState(1)
  return <Findings key={round} onAgain={() => setRound(round + 1)} />
}

function Findings({ onAgain }: { onAgain: () => void }) {
  const found = useDiagnostics()
  const copy = () =>
    navigator.clipboard.writeText(diagnosticText(found)).then(
      () => toastSaved('Copied'),
      () => toastError('Your browser did not allow copying. Please select the text instead.'),
    )
  return (
    <Card className="flex w-full flex-col gap-4">
      <dl aria-label="Connection check" className="grid gap-x-6 gap-y-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {diagnosticLines(found).map(({ label, text, bad }) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className={`tabular wrap-anywhere max-sm:mb-2 ${bad ? 'font-semibold text-danger' : ''}`}>{text}</dd>
          </div>
        ))}
      </dl>
      {found.failures.length > 0 && (
        <div>
          <p className="font-semibold">Failed requests in this tab, latest first</p>
          <ul className="text-small wrap-anywhere tabular">
            {failureLines(found.failures).map((text, place) => (
              <li key={place}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>Copy for the operator</Button>
        <Button variant="quiet" onClick={onAgain}>
          Check again
        </Button>
      </div>
    </Card>
  )
}
