/** An endpoint's path with its `:names` filled in, and the query that is asked for behind it. */
export function buildUrl(
  path: string,
  { params = {}, query = {} }: { params?: Record<string, unknown>; query?: Record<string, unknown> },
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked.map(([k, v]) => [k, String(v)]))}`
}
