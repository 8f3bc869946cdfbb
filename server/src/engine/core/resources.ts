import type { BidConnection, PreparedBid, SiteSession } from '../../marketplace/marketplace.ts'

/** What a snipe holds open while it is carried: its own session and line, which nobody else waits for. */
export type Resources = AsyncDisposable & {
  session: SiteSession | null
  connection: BidConnection | null
  /** Built at lock-in, used once. */
  prepared: PreparedBid | null
}

export function openResources(): Resources {
  return {
    session: null,
    connection: null,
    prepared: null,
    async [Symbol.asyncDispose]() {
      await this.connection?.[Symbol.asyncDispose]()
    },
  }
}
