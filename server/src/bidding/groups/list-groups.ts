import type { WireBidGroup } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { findGroup, findGroups, findMembers } from './group-queries.ts'
import { presentGroup } from './present-group.ts'

/** The account's groups, latest first. */
export async function listGroups({ db }: Ctx, accountId: number): Promise<WireBidGroup[]> {
  const groups = await findGroups(db, accountId)
  const members = await findMembers(
    db,
    groups.map(({ id }) => id),
  )
  return groups.map((group) =>
    presentGroup(
      group,
      members.filter(({ group_id }) => group_id === group.id),
    ),
  )
}

/** Throws `not_found`. */
export async function loadGroup({ db }: Ctx, accountId: number, id: number): Promise<WireBidGroup> {
  const group = await findGroup(db, accountId, id)
  return presentGroup(group, await findMembers(db, [id]))
}
