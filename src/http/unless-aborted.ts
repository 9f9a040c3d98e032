/** Settles as `work` does, or rejects when the signal is aborted: not all work heeds a signal. */
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
    // A signal with a listener lives until its time is over, and so does all that the listener knows.
    if (refuse) signal.removeEventListener('abort', refuse)
  }
}
