/**
 * Resolves or rejects as `work` does, or rejects when the signal is aborted, because not all work
 * observes a signal.
 */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let refuse: (() => void) | undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    refuse = () => reject(signal.reason as Error)
    if (signal.aborted) refuse()
    signal.addEventListener('abort', refuse, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    // A timeout signal keeps its listeners, and everything that they reference, in memory until it
    // fires.
    if (refuse) signal.removeEventListener('abort', refuse)
  }
}
