import { Refusal } from '../../refusal.ts'

/** Turns what PostgreSQL's programs wrote, or what the system said, into the one sentence that tells what to do. */
export function whyItFailed(what: string, failure: unknown): Refusal {
  const said = failure instanceof Error && 'stderr' in failure ? String(failure.stderr) : String(failure)
  if (/No space left on device|ENOSPC|Disk quota exceeded/.test(said)) {
    return new Refusal(`PostgreSQL could not ${what}: the disk is full`, { cause: failure })
  }
  const reasons = said.split('\n').filter((line) => /\b(FATAL|PANIC|error|DETAIL|HINT):/i.test(line))
  const words = reasons.map((line) => line.replace(/^.*?\b(FATAL|PANIC|error|DETAIL|HINT): +/i, '').trim())
  return new Refusal(`PostgreSQL could not ${what}: ${words.join('; ') || said.trim()}`, { cause: failure })
}
