import { useRef } from 'react'
import { randomKey } from '../../api/random-key.ts'

/**
 * An idempotency key per request: the same request, sent again because no answer came, keeps its key. A different
 * request gets a new key, and so does the same one after `reset`.
 */
export function useIdempotencyKey() {
  const last = useRef({ request: '', key: '' })
  return {
    keyFor(request: object): string {
      const text = JSON.stringify(request)
      if (last.current.request !== text) last.current = { request: text, key: randomKey() }
      return last.current.key
    },
    reset() {
      last.current = { request: '', key: '' }
    },
  }
}
