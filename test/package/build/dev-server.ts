import { spawn } from 'node:child_process'

/** A dev server, in a process of its own. */
export interface RunningDevServer {
  readonly origin: string
  /** What it has printed. */
  readonly log: () => string
  stop(): void
}

/** Starts Vite's dev server for the app in a folder. Resolves when it says where it listens. */
export async function startDevServer(vite: string, path: string): Promise<RunningDevServer> {
  const env = { ...process.env }
  delete env['NODE_ENV']
  const child = spawn(
    process.execPath,
    [vite, '--mode', 'ssr', '--port', '0', '--host', '127.0.0.1'],
    { cwd: path, env },
  )
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The dev server has ended.\n${output}`)))
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        output += text.toString()
        const [, found] =
          /(http:\/\/127\.0\.0\.1:\d+)/.exec(output.replace(/\u001b\[\d+m/g, '')) ?? []
        if (found !== undefined) resolve(found)
      })
    }
  })
  // Vite's own shutdown waits for connections of browsers that are gone.
  return { origin, log: () => output, stop: () => void child.kill('SIGKILL') }
}
