import { Client } from 'pg'
import { CHANNEL } from '../../../server/src/changes/announce-change.ts'
import { median } from '../percentiles.ts'

/** Notifications of one commit arrive one after the other. */
const SAME_COMMIT_MS = 1

/** Counts the commits with a NOTIFY, of all processes, until ended. */
export async function countNotifyingCommits(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const bySecond = new Map<number, number>()
  let last = { processId: 0, at: 0 }
  client.on('notification', ({ processId }) => {
    const at = performance.now()
    const isSame = processId === last.processId && at - last.at < SAME_COMMIT_MS
    last = { processId, at }
    if (isSame) return
    const second = Math.floor(at / 1_000)
    bySecond.set(second, (bySecond.get(second) ?? 0) + 1)
  })
  for (const channel of [CHANNEL, 'jobs:insert']) await client.query(`listen "${channel}"`)
  return {
    /** Of the seconds with any, the median and the largest, and all together. */
    async end() {
      await client.end()
      const counts = [...bySecond.values()]
      return {
        median: median(counts),
        most: Math.max(0, ...counts),
        all: counts.reduce((sum, count) => sum + count, 0),
      }
    },
  }
}
