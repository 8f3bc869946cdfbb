import { createParser } from 'eventsource-parser'

type Listeners = {
  /** Receives the data of each event. The other fields are ignored, because our server sends only data. */
  onData: (data: string) => void
  /** Called for everything that arrives, comments among it. */
  onChunk?: () => void
}

/** Passes on every event of an event stream until the stream ends. */
export async function readEvents(stream: ReadableStream<Uint8Array>, { onData, onChunk }: Listeners): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => onData(data) })
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onChunk?.()
    parser.feed(decoder.decode(value, { stream: true }))
  }
}
