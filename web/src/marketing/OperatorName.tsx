import { operator } from './content/site-content.ts'

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
