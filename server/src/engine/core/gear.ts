import type { BidLine, PreparedBid, SiteSession } from '../../marketplace/marketplace.ts'

/** What a snipe holds open while it is carried: its own session and line, which nobody else waits for. */
export type Gear = AsyncDisposable & {
  session: SiteSession | null
  line: BidLine | null
  /** Built at lock-in, used once. */
  prepared: PreparedBid | null
}

export function openGear(): Gear {
  return {
    session: null,
    line: null,
    prepared: null,
    async [Symbol.asyncDispose]() {
      await this.line?.[Symbol.asyncDispose]()
    },
  }
}
