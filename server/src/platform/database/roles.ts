/** The processes that use the database all the time. */
export const PROCESS_NAMES = ['api', 'jobs', 'engine'] as const
export type ProcessName = (typeof PROCESS_NAMES)[number]

/** The ordinary roles in PostgreSQL: one for each process, and the owner of the tables for migrations and the operator. */
export const ROLES = {
  owner: 'bidwell_owner',
  api: 'bidwell_api',
  jobs: 'bidwell_jobs',
  engine: 'bidwell_engine',
} as const
export type RoleName = keyof typeof ROLES
/** The database's URL for each role. */
export type DatabaseUrls = Readonly<Record<RoleName, string>>
export const ROLE_NAMES = ['owner', ...PROCESS_NAMES] as const
