/** The processes that use the database all the time. */
export const PARTS = ['api', 'jobs', 'engine'] as const
export type Part = (typeof PARTS)[number]

/** The ordinary roles in PostgreSQL: one for each part, and the owner of the tables for migrations and the operator. */
export const ROLES = {
  owner: 'bidwell_owner',
  api: 'bidwell_api',
  jobs: 'bidwell_jobs',
  engine: 'bidwell_engine',
} as const
export type RoleName = keyof typeof ROLES
/** The database's URL for each role. */
export type DatabaseUrls = Readonly<Record<RoleName, string>>
export const ROLE_NAMES = ['owner', ...PARTS] as const
