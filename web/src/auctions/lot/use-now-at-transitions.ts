import { useCallback } from 'react'
import { nextTransition } from './lot-view.ts'
import type { Lot } from './lot.ts'
import { useNowUntil } from './use-now-until.ts'

/** The site's time at the latest state transition of any lot, epoch ms; renders again at the next transition. */
export const useNowAtTransitions = (lots: readonly Lot[]): number =>
  useNowUntil(useCallback((now) => nextTransition(lots, now), [lots]))
