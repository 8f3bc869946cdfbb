import { api } from '@bidwell/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { bidGroupsQuery } from './group-queries.ts'

/**
 * Groups by their names, for many bids that are typed at once: an open group with the name or, without one, a new one that wins at
 * most one of its bids.
 */
export function useNamedGroups() {
  const client = useQueryClient()
  const made = useRef(new Map<string, { id: number; isUnused: boolean }>())

  return {
    /** Throws what the API throws. */
    async idOf(name: string): Promise<number> {
      const before = made.current.get(name)
      if (before) return before.id
      const groups = await client.fetchQuery({ ...bidGroupsQuery, staleTime: 0 })
      const open = groups.find((group) => group.name === name && group.state === 'open')
      if (open) return open.id
      const { data } = await call(api.createBidGroup, { body: { name, mostWins: 1 } })
      made.current.set(name, { id: data.group.id, isUnused: true })
      return data.group.id
    },
    /** A bid has joined it. */
    use(name: string) {
      const group = made.current.get(name)
      if (group) group.isUnused = false
    },
    /** Deletes the new groups whose bids were all refused. */
    async deleteUnused() {
      for (const [name, { id, isUnused }] of made.current) {
        if (!isUnused) continue
        await call(api.deleteBidGroup, { params: { id }, query: { members: 'keep' } }).catch(() => {})
        made.current.delete(name)
      }
    },
  }
}
