import { SpanKind, SpanStatusCode, trace as openTelemetry } from '@opentelemetry/api'
import type { Trace } from './trace.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/** Spans for the SDK that the operator has loaded. Without one, the library does nothing. Only the API and the jobs call this. */
export function openTracing(): Trace {
  const tracer = openTelemetry.getTracer('bidwell')
  return (door, work) => {
    if (door.onlyWithin && openTelemetry.getActiveSpan() === undefined) return work(() => {})
    const options = { kind: KINDS[door.kind], attributes: door.attributes ?? {} }
    return tracer.startActiveSpan(door.name, options, async (span) => {
      try {
        return await work((attributes) => void span.setAttributes(attributes))
      } catch (error) {
        // Its message may quote the site, or name a user.
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
        throw error
      } finally {
        span.end()
      }
    })
  }
}
