import { type ReactNode, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { LIST } from '../../ui/screen-readers.tsx'
import { type Chunk, chunkRows, drawnRows } from './list-chunks.ts'

declare module 'react' {
  interface CSSProperties {
    /** How many rows a chunk has: its height before it was ever shown. */
    '--rows'?: number
  }
}

const NOTHING: { ids: readonly number[]; chunks: readonly Chunk[] } = { ids: [], chunks: [] }

const CHUNK = classNames(
  'flex flex-col gap-3 phone:gap-2 dense:gap-0 dense:last:*:last:border-b-0',
  '[contain-intrinsic-size:auto_calc(var(--rows)*9.75rem-0.75rem)]',
  'phone:[contain-intrinsic-size:auto_calc(var(--rows)*8.75rem-0.5rem)]',
  'dense:[contain-intrinsic-size:auto_calc(var(--rows)*4.5rem)]',
  // The focus ring of a card extends beyond it.
  '[overflow-clip-margin:0.25rem]',
)

type AuctionChunksProps = {
  ids: readonly number[]
  /** How many rows are drawn so far; the others are empty space. */
  rows: number
  children: (id: number) => ReactNode
}

/**
 * A list of rows in chunks that the browser skips while they are far from the window: skipping each row by itself costs it
 * hundreds of checks per frame. All rows stay in the page, for its search, for links and for screen readers.
 */
export function AuctionChunks({ ids, rows, children }: AuctionChunksProps) {
  const chunks = useChunks(ids)
  const drawn = drawnRows(chunks, rows)
  return (
    <div
      {...LIST}
      className="flex flex-col gap-3 phone:gap-2 dense:gap-0 dense:overflow-hidden dense:rounded-card dense:border dense:border-line"
    >
      {chunks.map((chunk, index) => {
        const inChunk = drawn[index] ?? []
        return (
          <div
            key={chunk.key}
            role="presentation"
            data-chunk
            style={{ '--rows': chunk.ids.length }}
            className={classNames(
              CHUNK,
              inChunk.length > 0 ? '[content-visibility:auto]' : '[content-visibility:hidden]',
            )}
          >
            {inChunk.map(children)}
          </div>
        )
      })}
    </div>
  )
}

function useChunks(ids: readonly number[]): readonly Chunk[] {
  const [shown, setShown] = useState(NOTHING)
  if (shown.ids === ids) return shown.chunks
  const chunks = chunkRows(ids, shown.chunks)
  setShown({ ids, chunks })
  return chunks
}
