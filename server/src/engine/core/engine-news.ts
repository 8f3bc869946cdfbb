/** What the engine says about itself. Each has one line in the log; nothing secret is ever in one. */
export type EngineNews =
  | { news: 'claimed'; bidId: number; fence: number; takenOver: boolean }
  | { news: 'armed'; bidId: number; firesInMs: number; uncertaintyMs: number; roundTripMs: number | null }
  /** `lateMs`: from the planned moment of the write to the write itself. */
  | { news: 'fired'; bidId: number; attempt: number; lateMs: number; durable: boolean }
  | { news: 'answered'; bidId: number; attempt: number; answer: string; tookMs: number }
  | { news: 'finished'; bidId: number; status: string; outcome: string }
  | { news: 'released'; bidId: number; because: string }
  /** Not fired because others may hold it by now. */
  | { news: 'distrusted'; bidId: number }
  | { news: 'site_failed'; bidId: number | null; doing: string; error: unknown }
  | { news: 'store_failed'; doing: string; error: unknown }
  | { news: 'journal_failed'; error: unknown }
  | { news: 'carry_failed'; bidId: number; error: unknown }
  | { news: 'fitness'; unfitBecause: string | null }
