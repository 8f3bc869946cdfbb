import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Lot } from '../lot/lot.ts'
import { startLiveUpkeep } from './live-upkeep.ts'

/** The page comes first: until then, the event stream and the first reads keep it fresh. */
const START_DELAY_MS = 3_000

/** Starts the upkeep of what the browser keeps once the lots were read. */
export function useUpkeep(lots: readonly Lot[], wereRead: boolean) {
  const client = useQueryClient()
  const latest = useRef(lots)
  useEffect(() => {
    latest.current = lots
  })
  useEffect(() => {
    if (!wereRead) return undefined
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = startLiveUpkeep(client, () => latest.current)
    }, START_DELAY_MS)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, wereRead])
}
