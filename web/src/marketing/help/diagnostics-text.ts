import type { RecentFailure } from '../../api/call.ts'

/** What the check of the connection found; null where it does not know yet. */
export type Diagnostics = {
  api: Reachability | null
  site: string | null
  google: Reachability | 'not-set-up' | null
  /** The site's clock less this device's, ms. */
  clockOffsetMs: number | null
  uncertaintyMs: number | null
  online: boolean
  build: string
  browser: string
  failures: readonly RecentFailure[]
}

export type Reachability = { reachable: boolean; tookMs: number }

type Line = { label: string; text: string; bad: boolean }

const line = (label: string, text: string, bad = false): Line => ({ label, text, bad })
const CHECKING = 'Checking...'

/** The findings, one line each, for the page and for the copied text alike. */
export function diagnosticLines(found: Diagnostics): Line[] {
  const { site, clockOffsetMs, uncertaintyMs } = found
  const clock = clockOffsetMs === null ? 'Not measured' : `${signed(clockOffsetMs)} against the auction site`
  return [
    line('Network', found.online ? 'Online' : 'Offline', !found.online),
    line('Bidwell', reachText(found.api), found.api?.reachable === false),
    line('Auction site', site ?? CHECKING, site !== null && site !== 'Answers'),
    line('Google sign-in', googleText(found.google), isUnreachable(found.google)),
    line('This device’s clock', uncertaintyMs === null ? clock : `${clock}, exact to ${Math.round(uncertaintyMs)} ms`),
    line('Version', found.build),
    line('Browser', found.browser),
  ]
}

/** The findings as text to send to the operator. It holds no address, no token and nothing that was typed. */
export function diagnosticText(found: Diagnostics): string {
  const lines = diagnosticLines(found).map(({ label, text }) => `${label}: ${text}`)
  return ['Bidwell connection check', ...lines, ...failureLines(found.failures)].join('\n')
}

export const failureLines = (failures: readonly RecentFailure[]): string[] =>
  failures.map(({ call, status, code, requestId }) => `${call}: ${status} ${code}, request ${requestId ?? 'unknown'}`)

function reachText(found: Reachability | null): string {
  if (found === null) return CHECKING
  return found.reachable ? `Answers in ${Math.round(found.tookMs)} ms` : 'Does not answer'
}

const googleText = (google: Diagnostics['google']) => (google === 'not-set-up' ? 'Not set up here' : reachText(google))

const isUnreachable = (google: Diagnostics['google']) => google !== null && google !== 'not-set-up' && !google.reachable

const signed = (ms: number) => `${ms < 0 ? '−' : '+'}${Math.abs(Math.round(ms))} ms`
