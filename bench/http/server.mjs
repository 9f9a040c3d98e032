import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('serve.mjs', import.meta.url))

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

/**
 * Starts the server of a library in a process of its own.
 *
 * @param {string} name of its file
 * @param {Readonly<Record<string, string>>} variables
 */
export async function startServer(name, variables) {
  const child = fork(program, [name], { env: { ...process.env, ...variables } })
  const [port] = await once(child, 'message')
  return {
    port: Number(port),
    /** Nanoseconds that it has used of the processor, all threads. */
    async processorTime() {
      child.send('how much?')
      const [used] = await once(child, 'message')
      return Number(used) * 1000
    },
    async stop() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
