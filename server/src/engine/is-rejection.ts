import { DatabaseError } from 'pg'

/**
 * Classes of PostgreSQL's error codes that blame the data: invalid values, broken constraints, exceeded limits and errors
 * that a trigger raises. Trying again gives the same error. A missing column or right is the fault of an installation
 * that somebody is about to mend, and all other errors pass.
 */
const REJECTIONS = ['22', '23', '54', 'P0']

/** Whether the database will refuse the same statement each time. */
export const isRejection = (error: unknown): boolean =>
  error instanceof DatabaseError && REJECTIONS.includes((error.code ?? '').slice(0, 2))
