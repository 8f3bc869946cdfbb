import { Overview } from '../../admin.ts'
import type { Endpoint } from '../../endpoint.ts'

export const readOverview = {
  method: 'GET',
  path: '/admin',
  access: 'admin',
  summary: 'The state of the installation, and what is wrong with it',
  data: Overview,
} as const satisfies Endpoint
