import { messages } from '@bidwell/contract'

/** The pasted lines that name no item; nothing without any. */
export const LeftOut = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 0 && <p className="text-small wrap-anywhere text-warning">{messages.auction.leftOut(lines)}</p>
