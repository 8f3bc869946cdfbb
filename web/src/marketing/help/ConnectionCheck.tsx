import { messages, type SiteHealth } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { googleSettingsQuery } from '../../account/google/google-settings-query.ts'
import { loadGoogle } from '../../account/google/load-google.ts'
import { recentFailures } from '../../api/call.ts'
import { healthQuery, readSiteTime } from '../../api/installation-queries.ts'
import { send } from '../../api/send.ts'
import { useOnline } from '../../api/use-online.ts'
import { deviceClock } from '../../time/device-clock.ts'
import { siteClock, startSiteClock } from '../../time/site-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/cards/Card.tsx'
import { copyText } from '../../ui/overlays/copy-text.ts'
import {
  diagnosticLines,
  type Diagnostics,
  diagnosticText,
  failureLines,
  type Reachability,
} from './diagnostics-text.ts'

/** What answers and what does not, seen from this browser, to read and to send to the operator. */
export function ConnectionCheck() {
  const [round, setRound] = useState(1)
  return <Findings key={round} onAgain={() => setRound(round + 1)} />
}

function Findings({ onAgain }: { onAgain: () => void }) {
  const found = useDiagnostics()
  const copy = () =>
    copyText(diagnosticText(found), 'Your browser did not allow copying. Please select the text instead.')
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

const TIMEOUT_MS = 10_000

/** Asks the API and Google whether they answer, and measures the clock, once. */
function useDiagnostics(): Diagnostics {
  const [api, setApi] = useState<Reachability | null>(null)
  const [google, setGoogle] = useState<Reachability | null>(null)
  const [offset, setOffset] = useState<number | null>(null)
  const health = useQuery(healthQuery)
  const settings = useQuery(googleSettingsQuery)
  const scriptUrl = settings.data?.script_url

  useEffect(() => {
    let left = false
    function keep<T>(set: (value: T) => void) {
      return (value: T) => void (left || set(value))
    }
    void reach(() => send('/health', { token: null, timeoutMs: TIMEOUT_MS })).then(keep(setApi))
    // Where no other part of the page keeps the clock, this one does while it is open.
    const stopClock = siteClock.isTrusted() ? () => {} : startSiteClock(readSiteTime)
    void siteClock
      .sync()
      .then(() => keep(setOffset)(siteClock.isTrusted() ? siteClock.now() - deviceClock.now() : null))
    return () => {
      left = true
      stopClock()
    }
  }, [])

  useEffect(() => {
    if (scriptUrl === undefined) return
    let left = false
    void reach(() => loadGoogle(scriptUrl)).then((found) => left || setGoogle(found))
    return () => {
      left = true
    }
  }, [scriptUrl])

  return {
    api,
    site: health.data ? siteText(health.data.site) : health.isError ? 'Not known' : null,
    google: settings.data === null ? 'not-set-up' : google,
    clockOffsetMs: offset,
    uncertaintyMs: offset === null ? null : siteClock.uncertaintyMs(),
    online: useOnline(),
    build: buildName(),
    browser: navigator.userAgent,
    failures: recentFailures,
  }
}

const siteText = ({ state, because }: SiteHealth): string =>
  state === 'ok' ? 'Answers' : messages.auction.isSiteRefusal(because) ? 'Refuses Bidwell' : 'Does not answer'

/** The name of the app's script has a hash of the app in it. */
const buildName = (): string =>
  document.querySelector<HTMLScriptElement>('script[type=module]')?.src.split('/').at(-1) ?? 'unknown'

async function reach(ask: () => Promise<unknown>): Promise<Reachability> {
  const from = deviceClock.monotonic()
  const reachable = await ask().then(isReply, () => false)
  return { reachable, tookMs: deviceClock.monotonic() - from }
}

const isReply = (reply: unknown): boolean => !(reply instanceof Response) || reply.ok
