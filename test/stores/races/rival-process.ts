import { fork, type ChildProcess } from 'node:child_process'
import type { Rival } from './rival.js'
import type { Answer, Numbered, Request } from './rival-child.js'
import type { RaceStoreName } from './stores.js'

/** An operating-system process that takes part in several races at a time. */
export interface RivalProcess {
  readonly id: number | undefined
  /** The rival that it is in one of them. */
  rivalIn(lane: number): Rival
  open(store: RaceStoreName, url: string): Promise<void>
  close(): Promise<void>
  end(): void
}

/** Starts the program that was made of `rival-child.ts`. */
export function startRivalProcess(file: string): RivalProcess {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_V8_COVERAGE: '' }
  const child = fork(file, { execArgv: [], env })
  child.setMaxListeners(0)
  let asked = 0
  const ask = async (request: Request): Promise<Answer> => {
    asked += 1
    const answer = answerTo(child, asked)
    child.send({ number: asked, request })
    return answer
  }
  return {
    id: child.pid,
    open: async (store, url) => void (await ask({ open: store, url })),
    rivalIn: (lane) => ({
      prepare: async (action) => void (await ask({ lane, prepare: action })),
      go: async (delay) => {
        const landing = await ask({ lane, go: delay })
        if (!('events' in landing)) throw new Error('The process did not say how it landed.')
        // Messages are JSON, which has no undefined.
        const { error, cookie, events } = landing
        return { error, cookie, events }
      },
    }),
    close: async () => void (await ask({ close: true })),
    end: () => void child.kill(),
  }
}

async function answerTo(child: ChildProcess, number: number): Promise<Answer> {
  const answer = await new Promise<Answer>((resolve, reject) => {
    const stop = (): void => {
      child.off('exit', onExit)
      child.off('message', onMessage)
    }
    const onExit = (): void => reject(new Error('The process ended.'))
    const onMessage = (message: unknown): void => {
      const said = message as Numbered<'answer', Answer>
      if (said.number !== number) return
      stop()
      resolve(said.answer)
    }
    child.on('exit', onExit)
    child.on('message', onMessage)
  })
  if ('failed' in answer) throw new Error(answer.failed)
  return answer
}
