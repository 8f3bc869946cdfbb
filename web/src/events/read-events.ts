import { createParser } from 'eventsource-parser'

/** Passes on the data of every event of an event stream until the stream ends. Our server sends only data. */
export async function readEvents(stream: ReadableStream<Uint8Array>, onData: (data: string) => void): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => onData(data) })
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parser.feed(decoder.decode(value, { stream: true }))
  }
}
