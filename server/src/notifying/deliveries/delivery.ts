import type { Tables } from '../../platform/database/generated-tables.ts'

export type ChannelName = Tables['deliveries']['channel']

/** What leaves the installation to one destination, as the process that has claimed it sees it. */
export type Delivery = {
  /** The same at each attempt: a receiver that knows it can drop a second copy. */
  id: string
  accountId: number | null
  channel: ChannelName
  /** For an alert, the destination; null when that was removed. */
  destinationId: number | null
  /** What an alert tells; null for everything else. */
  notificationId: number | null
  kind: string
  recipient: string
  content: unknown
  /** This attempt's number, from 1 on. */
  attempt: number
  /** Epoch ms. */
  createdAt: number
  giveUpAt: number
}

/** A way out of the installation. */
export type Channel = {
  readonly name: ChannelName
  /** How many conversations it holds at once. One account takes a fifth of them at most, and one recipient a single one. */
  readonly atOnce: number
  /**
   * Sends a delivery, and returns what the other side said when it accepted it. Throws `Refused` or `PutOff` when the other side
   * has certainly not accepted the delivery, and any other error when that is not known: the delivery is then sent again.
   */
  send(delivery: Delivery, signal: AbortSignal): Promise<string>
}

/**
 * Why nothing more is sent to a recipient. `refused`: it does not exist or takes nothing. `gone`: it has ended. `stop`: its
 * owner has answered STOP. `failing`: it has taken nothing for a day. `unreadable`: its secrets do not open.
 */
export type StopReason = 'refused' | 'gone' | 'stop' | 'failing' | 'unreadable'

/** The other side will never take this delivery. `because`: nor any other, for instance as its recipient does not exist. */
export class Refused extends Error {
  override name = 'Refused'
  readonly because: StopReason | null
  constructor(message: string, { because = null, cause }: { because?: StopReason | null; cause?: unknown } = {}) {
    super(message, { cause })
    this.because = because
  }
}

/** The other side has not taken the delivery, or could not be reached, and may take it later. `retryAt` is when it asked for; epoch ms. */
export class PutOff extends Error {
  override name = 'PutOff'
  readonly retryAt: number | null
  constructor(message: string, { retryAt = null, cause }: { retryAt?: number | null; cause?: unknown } = {}) {
    super(message, { cause })
    this.retryAt = retryAt
  }
}

/** Why a delivery is put off that its owner does not want now, and how that is recorded. */
export const QUIET_HOURS = 'quiet hours'
export const SAID_QUIET_HOURS = String(new PutOff(QUIET_HOURS))
