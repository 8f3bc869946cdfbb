import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { operatorQuery } from '../api/installation-queries.ts'
import { operator } from './content/site-content.ts'

/** Says how to reach whoever operates this installation. */
export function OperatorContact() {
  const operator = useQuery(operatorQuery)
  const address = operator.data?.support_email ?? null
  return (
    <>
      <p>
        Whoever operates this installation of Bidwell can answer. They will never ask for your password or for a code.
      </p>
      {address === null ? (
        !operator.isPending && <p>{messages.contact.noAddress}</p>
      ) : (
        <a
          href={`mailto:${address}`}
          className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-accent underline underline-offset-4"
        >
          {address}
        </a>
      )}
    </>
  )
}

/** Who is responsible for this installation, as far as the operator says so. */
export const OperatorName = () =>
  operator.name === null ? (
    <p>The operator has not published a name here.</p>
  ) : (
    <address className="not-italic">
      {operator.name}
      {operator.postalAddress !== null && <span className="block whitespace-pre-line">{operator.postalAddress}</span>}
    </address>
  )
