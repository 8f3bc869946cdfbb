/* What is wrong with a field of a request. `field` is its name, with dots for fields inside of fields. */

export const missing = (field: string): string => `${field} is missing`
export const unknown = (field: string): string => `${field} is not a field of this call`
export const notA = (field: string, kind: string): string => KINDS[kind]?.(field) ?? none(field)
export const notOneOf = (field: string, values: readonly string[]): string =>
  values.length === 1 ? `${field} can only be ${values.join()}` : `${field} must be one of ${values.join(', ')}`
export const wrongForm = (field: string, format: string): string =>
  FORMS[format]?.(field) ?? `${field} has the wrong form`
export const none = (field: string): string => `${field} is not what this call needs`
/** A request whose body is no object has no fields. */
export const wholeRequest = 'The request'

type Bound = { of: string; limit: string; includesLimit: boolean }
export const tooSmall = (field: string, { of, limit, includesLimit }: Bound): string => {
  if (of === 'string') return limit === '1' ? `${field} is empty` : `${field} must have ${limit} or more characters`
  if (of === 'array') return limit === '1' ? `${field} is empty` : `${field} must have ${limit} or more entries`
  return includesLimit ? `${field} must be ${limit} or more` : `${field} must be more than ${limit}`
}
export const tooBig = (field: string, { of, limit, includesLimit }: Bound): string => {
  if (of === 'string') return `${field} must have ${limit} or fewer characters`
  if (of === 'array') return `${field} must have ${limit} or fewer entries`
  return includesLimit ? `${field} must be ${limit} or less` : `${field} must be less than ${limit}`
}

type ByField = Readonly<Record<string, (field: string) => string>>

const KINDS: ByField = {
  string: (field) => `${field} must be a text`,
  number: (field) => `${field} must be a number`,
  int: (field) => `${field} must be a whole number`,
  boolean: (field) => `${field} must be true or false`,
  array: (field) => `${field} must be a list`,
  object: (field) => `${field} must be an object`,
}

const FORMS: ByField = {
  datetime: (field) => `${field} must be a time in UTC, such as 2026-11-26T20:00:00Z`,
  date: (field) => `${field} must be a day, such as 2026-11-26`,
  url: (field) => `${field} must be an address, such as https://example.com/`,
  uuid: (field) => `${field} must be a UUID`,
}
