import * as z from 'zod/mini'

/** Raised when the file has another form. */
export const FORMAT = 1

/** Names of tables, columns and sequences stand in statements, so that only plain ones are read. */
const Name = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/))
const Digest = { bytes: z.int(), sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }

/** What a backup says about itself: the last entry of its file. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The version of the Bidwell that made it. */
  release: z.string(),
  /** When the snapshot of the database was taken, by the database's clock. */
  takenAt: z.iso.datetime(),
  /** In the order in which they are applied. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Rows in the text format of COPY. */
  tables: z.array(z.object({ name: Name, columns: z.array(Name), rows: z.int(), ...Digest })),
  sequences: z.array(
    z.object({ name: Name, lastValue: z.string().check(z.regex(/^-?\d{1,19}$/)), isCalled: z.boolean() }),
  ),
  /** The journals of engines, as lines of JSON. */
  journals: z.array(z.object({ name: z.string().check(z.regex(/^[\w.-]+\.ndjson$/)), ...Digest })),
  /** The ids of the keys that open what is sealed in the tables. The keys themselves are not in a backup. */
  keys: z.object({ vault: z.array(z.string()), session: z.array(z.string()) }),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST_NAME = 'manifest.json'

/** What stands in an entry's name: the content goes on over numbered entries, so that each fits into memory. */
export type Part = { kind: 'tables' | 'journals'; name: string; number: number }

const ENTRY_NAME = /^(tables|journals)\/([\w.-]+)\/(\d{6,})\.(?:copy|ndjson)$/

export const entryNameOf = ({ kind, name, number }: Part): string =>
  `${kind}/${name}/${String(number).padStart(6, '0')}.${kind === 'tables' ? 'copy' : 'ndjson'}`

/** Null for a name that no backup has. */
export function partOf(entryName: string): Part | null {
  const [, kind, name, number] = ENTRY_NAME.exec(entryName) ?? []
  if ((kind !== 'tables' && kind !== 'journals') || name === undefined) return null
  return { kind, name, number: Number(number) }
}
