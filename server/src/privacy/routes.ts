import { api, messages, normalizeEmail } from '@bidwell/contract'
import { fileRoute, type Route, route } from '../http/route.ts'
import { accountByEmail } from '../identity/accounts/account-queries.ts'
import type { IdentityCtx } from '../identity/identity-ctx.ts'
import { AppError } from '../platform/errors.ts'
import { createExporter } from './export-account.ts'
import { keepAccount } from './keep-account.ts'
import { listDeletions } from './list-deletions.ts'
import { previewDeletion } from './preview-deletion.ts'
import { requestDeletion } from './request-deletion.ts'

export function privacyRoutes(ctx: IdentityCtx): Route[] {
  const exportAccount = createExporter(ctx)
  return [
    fileRoute(api.exportAccount, ({ caller, ...visitor }) => exportAccount(caller, visitor)),

    route(api.previewDeletion, async ({ caller }) => ({ data: await previewDeletion(ctx, caller.accountId) })),

    route(api.deleteAccount, async ({ caller, ...visitor }) => ({
      data: present(
        await requestDeletion(ctx, {
          accountId: caller.accountId,
          caller,
          administrator: null,
          reason: null,
          visitor,
        }),
      ),
    })),

    route(api.listDeletions, async () => ({ data: { deletions: await listDeletions(ctx) } })),

    route(api.keepAccount, async ({ params, body, ...call }) => {
      await keepAccount(ctx, call, params.id, body.reason)
      return { data: {} }
    }),

    route(api.deleteAccountOf, async ({ body, caller, ...visitor }) => {
      const account = await accountByEmail(ctx.db, normalizeEmail(body.email))
      if (!account) throw new AppError('not_found', messages.privacy.accountNotFound)
      if (account.id === caller.accountId) throw new AppError('rule_broken', messages.privacy.ownAccount)
      const request = { accountId: account.id, caller: null, administrator: caller, reason: body.reason, visitor }
      return { data: present(await requestDeletion(ctx, request)) }
    }),
  ]
}

const present = ({ dueAt, notStopped }: Awaited<ReturnType<typeof requestDeletion>>) => ({
  due_at: new Date(dueAt).toISOString(),
  not_stopped: notStopped,
})
