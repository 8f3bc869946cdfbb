import { join, resolve } from 'node:path'
import * as z from 'zod/mini'

/** The formats of `age`: who may open a backup, and what opens it. */
const RECIPIENT = 'age1[02-9ac-hj-np-z]{58}'
const IDENTITY = 'AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}'
const listOf = (entry: string) => z.string().check(z.regex(new RegExp(`^${entry}(,${entry})*$`)))

/** The variables about backups. */
export const BACKUP_VARIABLES = {
  BACKUPS: z._default(z.enum(['on', 'off']), 'on'),
  BACKUP_FOLDER: z.optional(z.string()),
  BACKUP_RECIPIENTS: z.optional(listOf(RECIPIENT)),
  BACKUP_IDENTITY: z.optional(listOf(IDENTITY)),
  BACKUP_COPY_COMMAND: z.optional(z.string().check(z.regex(/^\//))),
}

const PRINTED = 'must be what `npm run -s bidwell keys generate` prints'

export const BACKUP_RULES: Record<string, string> = {
  BACKUPS: 'must be on, or off where backups are made by other means',
  BACKUP_FOLDER: 'must be the path of a folder',
  BACKUP_RECIPIENTS: `${PRINTED}: public keys of age, which start with age1, between commas`,
  BACKUP_IDENTITY: `${PRINTED}: secret keys of age, which start with AGE-SECRET-KEY-1, between commas`,
  BACKUP_COPY_COMMAND: 'must be the whole path of a program, which receives the path of a backup',
}

type Raw = z.infer<z.ZodMiniObject<typeof BACKUP_VARIABLES>>

export const backupsOf = (raw: Raw, dataDir: string) => ({
  /** False where the operator makes backups by other means: then none is made by itself, and none is missed. */
  isOn: raw.BACKUPS === 'on',
  folder: resolve(raw.BACKUP_FOLDER ?? join(dataDir, 'backups')),
  /** For whom backups are encrypted. Empty: for the identities. */
  recipients: raw.BACKUP_RECIPIENTS?.split(',') ?? [],
  /** What opens backups. Without any, none can be verified here. */
  identities: raw.BACKUP_IDENTITY?.split(',') ?? [],
  /** The program that copies a backup off this machine; null: none does. */
  copyCommand: raw.BACKUP_COPY_COMMAND ?? null,
})
