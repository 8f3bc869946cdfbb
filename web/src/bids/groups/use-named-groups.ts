import { api } from '@bidwell/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { bidGroupsQuery } from './group-queries.ts'
import type { GroupTerms } from './group-terms.ts'

/** Groups by their names, for many bids that are typed at once: an open group with the name or, without one, a new one. */
export function useNamedGroups() {
  const client = useQueryClient()
  const made = useRef(new Map<string, { id: number; isUnused: boolean }>())
  const { data } = useQuery(bidGroupsQuery)

  return {
    open: (data ?? []).filter(({ state }) => state === 'open'),
    /** Makes the group with these terms unless one of its name is open. Throws what the API throws. */
    async idOf({ name, mostWins, budget }: Pick<GroupTerms, 'name' | 'mostWins' | 'budget'>): Promise<number> {
      const before = made.current.get(name)
      if (before) return before.id
      const groups = await client.fetchQuery({ ...bidGroupsQuery, staleTime: 0 })
      const open = groups.find((group) => group.name === name && group.state === 'open')
      if (open) return open.id
      const { data: created } = await call(api.createBidGroup, { body: { name, mostWins, budget }, once: true })
      made.current.set(name, { id: created.group.id, isUnused: true })
      return created.group.id
    },
    /** A bid has joined it, or may have. */
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
