/**
 * Reads a stream to its end; undefined, and the rest unread, when there is more than `limit`. When the
 * signal is aborted the sender is told to stop.
 */
export async function readCapped(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  signal?: AbortSignal,
): Promise<ArrayBuffer | undefined> {
  if (!stream) return new ArrayBuffer(0)
  const reader = stream.getReader()
  // Whether the sender stops is its own business.
  const stop = (): void => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const bytes = await readUpTo(reader, limit)
    // To a reader that was stopped it looks as if the stream had ended.
    signal?.throwIfAborted()
    if (!bytes) stop()
    return bytes
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

async function readUpTo(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<ArrayBuffer | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return concatenate(chunks, size)
    size += value.length
    if (size > limit) return undefined
    chunks.push(value)
  }
}

function concatenate(chunks: readonly Uint8Array[], size: number): ArrayBuffer {
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes.buffer
}
