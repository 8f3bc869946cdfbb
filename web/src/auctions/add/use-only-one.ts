import { api, GROUP, messages } from '@bidwell/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { bidGroupsQuery } from '../../bids/groups/group-queries.ts'
import { nameFrom } from '../../bids/groups/group-terms.ts'

/** The tick that only one of the bids may win, and the group for it, which is made with the first bid. */
export function useOnlyOne() {
  const client = useQueryClient()
  const [isTicked, setTicked] = useState(false)
  const group = useRef<{ id: number; isUsed: boolean }>(null)
  return {
    isTicked,
    setTicked,
    /** Makes the group unless it is made already. Throws what the API throws. */
    async groupId(titles: readonly string[]): Promise<number> {
      if (group.current) return group.current.id
      const groups = await client.fetchQuery({ ...bidGroupsQuery, staleTime: 0 })
      const open = groups.filter(({ state }) => state === 'open')
      const name = freeName(
        titles,
        open.map((each) => each.name),
      )
      const { data: made } = await call(api.createBidGroup, { body: { name, mostWins: 1, budget: null }, once: true })
      group.current = { id: made.group.id, isUsed: false }
      return made.group.id
    },
    /** A bid has joined it, or may have. */
    use() {
      if (group.current) group.current.isUsed = true
    },
    /** Deletes the group if its bids were all refused. */
    async deleteUnused() {
      if (!group.current || group.current.isUsed) return
      const { id } = group.current
      await call(api.deleteBidGroup, { params: { id }, query: { members: 'keep' } }).catch(() => {})
      group.current = null
    },
  }
}

/** A name for a new group of these auctions that is not taken. */
export function freeName(titles: readonly string[], taken: readonly string[]): string {
  const name = nameFrom(titles) || messages.bidGroup.oneOf
  let free = name
  for (let n = 2; taken.includes(free); n += 1) free = `${name.slice(0, GROUP.maxNameLength - 4)} ${n}`
  return free
}
