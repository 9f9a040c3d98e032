import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Order } from './keeper.mjs'

/** The process that has the server, and ends it when this one is gone. */
export interface Keeper {
  /** Resolves with the answer. One order at a time: an answer does not say what it answers. */
  order(order: Order): Promise<string>
  /** How the server ended, if it has. */
  ended(): string | undefined
  /** Resolves when nothing is left. */
  end(): Promise<void>
}

export function startKeeper(): Keeper {
  const child = fork(fileURLToPath(new URL('keeper.mjs', import.meta.url)), {
    // What ends a whole group of processes shall not end the one that cleans up.
    detached: true,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_V8_COVERAGE: '' },
  })
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  let ended: string | undefined
  child.on('message', (message: object) => {
    if ('ended' in message) ended = String(message.ended)
  })
  // A run that is over does not wait for its servers.
  child.unref()
  child.channel?.unref()
  return {
    order(order) {
      if ('serve' in order) ended = undefined
      return answerOf(child, order)
    },
    ended: () => ended,
    async end() {
      child.ref()
      if (child.connected) child.disconnect()
      await gone
    },
  }
}

function answerOf(child: ChildProcess, order: Order): Promise<string> {
  return new Promise((resolve, reject) => {
    child.channel?.ref()
    child.on('message', onMessage)
    child.once('exit', onExit)
    child.send(order, (error) => {
      if (error) reject(error)
    })

    function onMessage(message: object): void {
      if ('ended' in message) return
      child.off('message', onMessage)
      child.off('exit', onExit)
      child.channel?.unref()
      if ('answer' in message) resolve(String(message.answer))
      else reject(new Error('failure' in message ? String(message.failure) : 'No answer.'))
    }

    function onExit(): void {
      reject(new Error('The process that keeps the server is gone.'))
    }
  })
}
