import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { siteClock } from '../../time/site-clock.ts'
import { requestPricesMutation } from '../tracked/auction-queries.ts'
import type { AuctionView } from '../tracked/auction-view.ts'
import { isWorthReading } from './is-worth-reading.ts'

/** A pointer on its way to another auction, and a key that is held down, look at nothing. */
const DWELL_MS = 300

const auctionIdAt = ({ target }: Event): number | null => {
  const card = target instanceof Element ? target.closest('[data-auction-card]') : null
  return card === null ? null : Number(card.getAttribute('data-auction-card'))
}

/**
 * Has the old price of an auction read again when the pointer or the focus stays on its card. Says nothing when the server
 * refuses: the card shows the age of its price all the same. A tap opens the auction, which reads it anyway.
 */
export function useLookedAt(list: RefObject<HTMLElement | null>, views: readonly AuctionView[]) {
  const { mutate } = useMutation(requestPricesMutation)
  const latest = useRef(views)
  const askedAt = useRef(new Map<number, number>())
  useEffect(() => {
    latest.current = views
  })
  useEffect(() => {
    let lookedAt: number | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const left = new AbortController()

    function lookAt(id: number | null) {
      if (id === lookedAt) return
      lookedAt = id
      clearTimeout(timer)
      if (id !== null) timer = setTimeout(() => ask(id), DWELL_MS)
    }

    function ask(id: number) {
      const view = latest.current.find(({ tracked }) => tracked.auction.id === id)
      const now = siteClock.now()
      if (!view || !isWorthReading(view, askedAt.current.get(id), now)) return
      askedAt.current.set(id, now)
      mutate({ id })
    }

    const { signal } = left
    const onPointer = (event: PointerEvent) => event.pointerType !== 'touch' && lookAt(auctionIdAt(event))
    list.current?.addEventListener('pointerover', onPointer, { signal })
    list.current?.addEventListener('pointerleave', () => lookAt(null), { signal })
    list.current?.addEventListener('focusin', (event) => lookAt(auctionIdAt(event)), { signal })
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [list, mutate])
}
