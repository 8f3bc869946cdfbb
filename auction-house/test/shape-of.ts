/**
 * The keys and types of a documented example, for comparing with an answer. What the example shows as null may be
 * anything; an empty list says nothing about its rows.
 */
export function differences(example: unknown, answer: unknown, path = '$'): string[] {
  if (example === null) return []
  if (Array.isArray(example)) {
    if (!Array.isArray(answer)) return [`${path}: not a list`]
    const [row] = example
    return row === undefined ? [] : answer.flatMap((each, index) => differences(row, each, `${path}[${index}]`))
  }
  if (typeof example !== 'object') return typeof example === typeof answer ? [] : [`${path}: ${typeof answer}`]
  if (typeof answer !== 'object' || answer === null) return [`${path}: not an object`]

  const expected = Object.entries(example)
  const missing = expected.filter(([key]) => !Object.hasOwn(answer, key)).map(([key]) => `${path}.${key}: missing`)
  const extra = Object.keys(answer)
    .filter((key) => !Object.hasOwn(example, key))
    .map((key) => `${path}.${key}: extra`)
  const fields = new Map(Object.entries(answer))
  return [
    ...missing,
    ...extra,
    ...expected.flatMap(([key, value]) =>
      fields.has(key) ? differences(value, fields.get(key), `${path}.${key}`) : [],
    ),
  ]
}
