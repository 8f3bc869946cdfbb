/** What a span may say: names of ours, templates and numbers; nothing of a user, no token and no amount. */
type Attributes = Record<string, string | number>

/** One of the doors of a process: a request that comes in, a call of the site, a task, or a statement of the database. */
export type Door = {
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes?: Attributes
  /** Whether the span is left out where it would have no parent. */
  onlyWithin?: boolean
}

/** Runs `work` in a span of its own, to which `note` adds what is known later. */
export type Trace = <T>(door: Door, work: (note: (attributes: Attributes) => void) => Promise<T>) => Promise<T>

/** For processes without tracing, such as engines: these never load the library. */
export const untraced: Trace = (_door, work) => work(noNote)

const noNote = () => {}
