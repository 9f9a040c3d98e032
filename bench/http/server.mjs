import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { raise } from '../subjects/subject.mjs'

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
  const died = once(child, 'exit').then(() => raise(`The server "${name}" did not start.`))
  const [port] = await Promise.race([once(child, 'message'), died])
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
