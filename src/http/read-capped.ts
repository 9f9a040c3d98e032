/**
 * Reads a stream to its end. Returns undefined, and stops reading, after more than `limit` bytes.
 * Cancels the stream if the signal is aborted.
 */
export async function readCapped(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  signal?: AbortSignal,
): Promise<ArrayBuffer | undefined> {
  if (!stream) return new ArrayBuffer(0)
  const reader = stream.getReader()
  // The result does not depend on whether the sender reacts.
  const stop = (): void => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const bytes = await readUpTo(reader, limit)
    // A cancelled reader reports the end of the stream, which is not its real end.
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
