import { isApiError } from './api-error.ts'

/** What the server has found wrong with some of a form's fields, by their names. */
export function faultsOf<F extends string>(error: unknown, fields: readonly F[]): { field: F; message: string }[] {
  const details = isApiError(error) ? (error.details ?? []) : []
  return details.flatMap(({ path, message }) => {
    const field = fields.find((name) => name === path)
    return field === undefined ? [] : [{ field, message }]
  })
}
