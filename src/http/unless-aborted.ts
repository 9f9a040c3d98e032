/** Settles as `work` does, or rejects when the signal is aborted: not all work heeds a signal. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const refuse = (): void => reject(signal.reason as Error)
    if (signal.aborted) refuse()
    signal.addEventListener('abort', refuse, { once: true })
  })
  return Promise.race([work, aborted])
}
