import { StartupError } from '../../startup-error.ts'

/** Turns what PostgreSQL's programs wrote, or what the system said, into the one sentence that tells what to do. */
export function whyItFailed(what: string, failure: unknown): StartupError {
  const said = failure instanceof Error && 'stderr' in failure ? String(failure.stderr) : String(failure)
  if (/No space left on device|ENOSPC|Disk quota exceeded/.test(said)) {
    return new StartupError(`PostgreSQL could not ${what}: the disk is full`, { cause: failure })
  }
  const reasons = said.split('\n').filter((line) => /\b(FATAL|PANIC|error|DETAIL|HINT):/i.test(line))
  const words = reasons.map((line) => line.replace(/^.*?\b(FATAL|PANIC|error|DETAIL|HINT): +/i, '').trim())
  return new StartupError(`PostgreSQL could not ${what}: ${words.join('; ') || said.trim()}`, { cause: failure })
}
