import type { Ctx } from '../context/ctx.ts'
import type { Database } from '../platform/database/open-database.ts'

/** Of a process that hears of changes in the database. */
export type JobsCtx = Ctx & { database: Pick<Database, 'listen'> }

export type OnError = (error: unknown) => void
