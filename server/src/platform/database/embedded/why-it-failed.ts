import { StartupError } from '../../startup-error.ts'

/** Converts the output of PostgreSQL's programs, or a system error, to a StartupError of one sentence. */
export function whyItFailed(task: string, failure: unknown): StartupError {
  const output = failure instanceof Error && 'stderr' in failure ? String(failure.stderr) : String(failure)
  if (/No space left on device|ENOSPC|Disk quota exceeded/.test(output)) {
    return new StartupError(`PostgreSQL could not ${task}: the disk is full`, { cause: failure })
  }
  const reasons = output.split('\n').filter((line) => /\b(FATAL|PANIC|error|DETAIL|HINT):/i.test(line))
  const messages = reasons.map((line) => line.replace(/^.*?\b(FATAL|PANIC|error|DETAIL|HINT): +/i, '').trim())
  return new StartupError(`PostgreSQL could not ${task}: ${messages.join('; ') || output.trim()}`, { cause: failure })
}
