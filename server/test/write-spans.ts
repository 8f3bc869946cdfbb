import { appendFileSync } from 'node:fs'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

/*
 * Loaded into a program with `--import`, as an operator loads an SDK. Appends a line for the program and one for each of its
 * spans to the file that SPANS names.
 */
const write = (what: string) => appendFileSync(process.env['SPANS'] ?? '', `${process.argv[2]} ${what}\n`)

const writer: SpanProcessor = {
  onStart() {},
  onEnd: ({ name }) => write(name),
  forceFlush: async () => {},
  shutdown: async () => {},
}
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [writer] }))
write('loaded')
