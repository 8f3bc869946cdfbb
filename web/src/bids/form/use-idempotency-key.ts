import { useRef } from 'react'
import { randomKey } from '../../api/random-key.ts'

/**
 * The idempotency key of an intent: the same wish sent again, after an answer that never came, has the same key. A
 * different wish has another, and so has the same one once the first was `fulfilled`.
 */
export function useIdempotencyKey() {
  const last = useRef({ wish: '', key: '' })
  return {
    keyFor(wish: object): string {
      const text = JSON.stringify(wish)
      if (last.current.wish !== text) last.current = { wish: text, key: randomKey() }
      return last.current.key
    },
    fulfilled() {
      last.current = { wish: '', key: '' }
    },
  }
}
