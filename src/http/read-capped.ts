/** Reads a stream to its end; undefined, and the rest unread, when there is more than `limit`. */
export async function readCapped(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<ArrayBuffer | undefined> {
  if (!stream) return new ArrayBuffer(0)
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return concatenate(chunks, size)
    size += value.length
    if (size > limit) {
      // Whether the sender stops is its own business.
      void reader.cancel().catch(() => undefined)
      return undefined
    }
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
