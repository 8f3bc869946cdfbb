/** What the engine says about itself. Each has one line in the log; nothing secret is ever in one. */
export type EngineEvent =
  | { kind: 'claimed'; bidId: number; fence: number; takenOver: boolean }
  | { kind: 'armed'; bidId: number; firesInMs: number; uncertaintyMs: number; roundTripMs: number | null }
  /** `lateMs`: from the planned moment of the write to the write itself. */
  | { kind: 'fired'; bidId: number; attempt: number; lateMs: number; durable: boolean }
  | { kind: 'answered'; bidId: number; attempt: number; answer: string; tookMs: number }
  | { kind: 'finished'; bidId: number; status: string; outcome: string }
  | { kind: 'released'; bidId: number; because: string }
  /** Not fired because others may hold it by now. */
  | { kind: 'distrusted'; bidId: number }
  | { kind: 'site_failed'; bidId: number | null; doing: string; error: unknown }
  | { kind: 'store_failed'; doing: string; error: unknown }
  | { kind: 'journal_failed'; error: unknown }
  | { kind: 'carry_failed'; bidId: number; error: unknown }
  | { kind: 'fitness'; unfitBecause: string | null }
