import { api } from '@bidwell/contract'
import { done, fileRoute, type Route, route } from '../http/route.ts'
import type { IdentityCtx } from '../identity/identity-ctx.ts'
import { createExporter } from './export-account.ts'
import { keepAccount } from './keep-account.ts'
import { listDeletions } from './list-deletions.ts'
import { previewDeletion } from './preview-deletion.ts'
import { requestDeletion, requestDeletionOf } from './request-deletion.ts'

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

    route(api.keepAccount, ({ params, body, ...call }) => done(keepAccount(ctx, call, params.id, body.reason))),

    route(api.deleteAccountOf, async ({ body, ...call }) => ({
      data: present(await requestDeletionOf(ctx, body, call)),
    })),
  ]
}

const present = ({ dueAt, notStopped }: Awaited<ReturnType<typeof requestDeletion>>) => ({
  due_at: new Date(dueAt).toISOString(),
  not_stopped: notStopped,
})
