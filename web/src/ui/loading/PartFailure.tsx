import { messages } from '@bidwell/contract'
import { LIST_ITEM } from '../list-roles.ts'
import { LoadFailure } from './LoadFailure.tsx'

export type PartFailureProps = {
  /** What the part is, as the start of a sentence: `The header`. */
  part: string
  /** Whether the part is an item of a list. */
  inList?: boolean
  onRetry: () => void
}

/** Stands in for a part of a page that has failed. */
export function PartFailure({ part, inList = false, onRetry }: PartFailureProps) {
  const failure = (
    <LoadFailure
      role="alert"
      title={messages.page.partBroken(part)}
      text={messages.page.restGoesOn}
      busy={false}
      onRetry={onRetry}
    />
  )
  return inList ? <div {...LIST_ITEM}>{failure}</div> : failure
}
