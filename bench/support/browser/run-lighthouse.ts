import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { failureReason } from '../run-peer.ts'

/** A page to judge; with a token, as the user of that session sees it. */
export type JudgedPage = { name: string; url: string; token: string | null }

/** One run on one page. Scores are 0 to 100, times are ms; `faults` are the audits that cost points. */
export type Judgement = {
  name: string
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  fcpMs: number
  lcpMs: number
  blockedMs: number
  /** The blocked time without what other processes of the machine took. */
  ownBlockedMs: number
  shift: number
  faults: string[]
}

/** A run takes up to half a minute; a program that hangs is killed after this time for each. */
const RUN_TIMEOUT_MS = 120_000

/** Runs Lighthouse on each page several times. Throws its error message when it cannot run. */
export async function runLighthouse(task: {
  chromium: string
  runs: number
  pages: JudgedPage[]
}): Promise<Judgement[]> {
  const program = fileURLToPath(new URL('../../lighthouse/audit.ts', import.meta.url))
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_TIMEOUT_MS * task.runs * task.pages.length,
    killSignal: 'SIGKILL',
  })
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)]
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(failureReason('bench/lighthouse', await stderr))
  return (await stdout)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
