/** The endpoint's path with its `:names` replaced by `params`, followed by the `query`. Undefined values are left out. */
export function buildUrl(
  path: string,
  { params = {}, query = {} }: { params?: Record<string, unknown>; query?: Record<string, unknown> },
): string {
  const pathname = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  return entries.length === 0 ? pathname : `${pathname}?${new URLSearchParams(entries.map(([k, v]) => [k, String(v)]))}`
}
