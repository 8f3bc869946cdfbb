import type { FieldValues, Resolver } from 'react-hook-form'

type Fault = { path: string; message: string }

/** Validates a form by a rule of the contract, which names each faulty field and what is wrong with it. */
export function formResolver<Fields extends FieldValues>(
  faultsOf: (fields: Fields) => readonly Fault[],
): Resolver<Fields> {
  return (fields) => {
    const faults = faultsOf(fields)
    if (faults.length === 0) return { values: fields, errors: {} }
    const errors = faults.map(({ path, message }) => [path, { type: 'rule', message }])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
}
