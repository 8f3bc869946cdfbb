import { test } from 'vitest'
import { addGroup } from '../../test/add-group.ts'
import { startSniping } from '../../test/sniping.ts'

test.concurrent.for(['group_granted', 'locked_in', 'sent'] as const)(
  'A group whose engine is killed once it has recorded %s wins one, with another engine',
  async (kind, { expect }) => {
    await using it = await startSniping()
    const bids = []
    for (const endsInSeconds of [50, 60, 72]) bids.push(await it.snipe({ endsInSeconds, secondsBeforeEnd: 2 }))
    const bidIds = bids.map(({ bidId }) => bidId)
    await addGroup(it.db, { accountId: it.accountId }, bidIds)
    await Promise.all([it.spawnEngine(), it.spawnEngine()])
    await it.untilLogged(bidIds[0]!, kind)
    const holder = it.findChild(await it.holderPid(bidIds[0]!))
    if (holder) await it.kill(holder)
    const ends = await Promise.all(bidIds.map((id) => it.until(id, ({ settled_at }) => settled_at !== null)))
    expect(ends.filter(({ status }) => status === 'won')).toHaveLength(1)
    expect(bids.filter(({ itemId }) => it.arrivals(itemId).length > 0)).toHaveLength(1)
  },
)
