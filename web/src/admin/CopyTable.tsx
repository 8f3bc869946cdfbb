import { formatWait, messages } from '@bidwell/contract'
import { MINUTE_MS } from '../time/units.ts'
import { useNow } from '../time/use-now.ts'
import { briefInBothZones } from '../time/zoned-times.ts'
import { CircleCheck, CircleDashed, TriangleAlert } from '../ui/icons.tsx'
import { Tag } from '../ui/Tag.tsx'
import { bytesText } from './bytes-text.ts'
import type { Overview } from './overview-queries.ts'

type Copy = NonNullable<Overview['backups']>[number]

const COLUMNS = ['From', 'State', 'Size']
const STATES = {
  being_made: { tone: 'neutral', icon: CircleDashed },
  failed: { tone: 'danger', icon: TriangleAlert },
  verified: { tone: 'success', icon: CircleCheck },
} as const

const sizeText = (bytes: number | null) => (bytes === null ? '–' : bytesText(bytes))

/** The backups that are kept and the last tries, and what must be kept beside them. */
export const CopyTable = ({ copies }: { copies: Overview['backups'] }) =>
  copies === null ? (
    <p className="text-ink-2">{messages.admin.backupsElsewhere}</p>
  ) : (
    <>
      {copies.length === 0 ? <p className="text-ink-2">{messages.admin.noBackup}</p> : <Copies copies={copies} />}
      <p className="mt-2 text-small text-ink-2">{messages.admin.backupKeysApart}</p>
    </>
  )

const Copies = ({ copies }: { copies: readonly Copy[] }) => (
  <table className="w-full text-small tabular">
    <caption className="sr-only">Backups, the latest first</caption>
    <thead className="text-ink-2">
      <tr>
        {COLUMNS.map((column) => (
          <th key={column} scope="col" className="py-1 pr-2 text-left font-normal last:pr-0">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {copies.map((copy) => (
        <CopyRow key={copy.id} copy={copy} />
      ))}
    </tbody>
  </table>
)

function CopyRow({ copy }: { copy: Copy }) {
  const now = useNow(MINUTE_MS)
  const { state, taken_at, bytes, failure } = copy
  const at = Date.parse(taken_at)
  return (
    <>
      <tr className="border-t border-line align-top">
        <th scope="row" className="py-1.5 pr-2 text-left font-semibold">
          {briefInBothZones(at, now)}
          <span className="block font-normal text-ink-2">{formatWait(Math.max(0, now - at))} ago</span>
        </th>
        <td className="py-1.5 pr-2">
          <Tag {...STATES[state]}>{messages.admin.BACKUP_STATES[state]}</Tag>
        </td>
        <td className="py-1.5 whitespace-nowrap">{sizeText(bytes)}</td>
      </tr>
      {failure !== null && (
        <tr>
          <td colSpan={COLUMNS.length} className="pb-1.5 wrap-anywhere">
            {failure}
          </td>
        </tr>
      )}
    </>
  )
}
