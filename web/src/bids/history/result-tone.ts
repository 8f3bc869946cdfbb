import type { HistoryResult } from '@bidwell/contract'
import type { Tone } from '../../ui/tone.ts'

/** Only `won` is a success. Only a bid that failed asks for an action; one over its maximum needs none. */
export function resultTone(result: HistoryResult, hasFailed: boolean): Tone {
  switch (result) {
    case 'won':
      return 'success'
    case 'not_placed':
      return hasFailed ? 'danger' : 'neutral'
    case 'unknown':
      return 'warning'
    case 'open':
      return 'info'
    case 'lost':
    case 'outbid':
    case 'cancelled':
    case 'no_bid':
      return 'neutral'
  }
}
