import { api, messages } from '@bidwell/contract'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useOnline } from '../../api/use-online.ts'
import { useSingleMutation } from '../../api/use-single-mutation.ts'
import { Button } from '../../ui/Button.tsx'

type AddPracticeAuctionProps = {
  /** Opens the sheet that adds an item. */
  onAdd: (references: readonly string[]) => void
}

/** Lists an auction at the practice site that ends in two minutes, and opens it to be added. */
export function AddPracticeAuction({ onAdd }: AddPracticeAuctionProps) {
  const online = useOnline()
  const list = useSingleMutation({
    mutationFn: async () => (await call(api.listPracticeAuction)).data.url,
    onSuccess: (url) => onAdd([url]),
  })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        variant="primary"
        busy={list.isPending}
        whyNot={online ? null : messages.page.offlineNoAdd}
        onClick={() => list.mutate(undefined)}
      >
        Add an auction that ends in 2 min
      </Button>
      {list.isError && (
        <p role="alert" className="text-small text-danger">
          {messageOf(list.error)}
        </p>
      )}
    </div>
  )
}
