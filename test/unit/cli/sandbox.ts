import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCommand } from '../../../src/cli/run-command.js'

/** What a command came to. */
export interface Outcome {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** How a user runs a command. */
export interface Sitting {
  /** What the user types when a command asks. Without it, there is no terminal. */
  readonly answers?: readonly string[]
  /** Below the folder. */
  readonly from?: string
  readonly hasColours?: boolean
  /** Happens while something is asked. */
  readonly meanwhile?: () => void
}

/** A folder in which commands are run. */
export interface Sandbox {
  readonly folder: string
  run(args: readonly string[], sitting?: Sitting): Promise<Outcome>
  write(path: string, text: string): void
  read(path: string): string
  has(path: string): boolean
}

/** What makes a folder an app of Qwik City. */
export const qwikApp: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ devDependencies: { '@builder.io/qwik-city': '^1.20.1' } }),
  'src/routes/index.tsx': '',
}

/** A new folder with these files, gone after the test. Its path has a space in it. */
export function makeSandbox(files: Readonly<Record<string, string>> = qwikApp): Sandbox {
  const outer = mkdtempSync(join(tmpdir(), 'latchkey-cli-'))
  const folder = join(outer, 'my app')
  mkdirSync(folder)
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  return {
    folder,
    write,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    has: (path) => existsSync(join(folder, path)),
    run: (args, sitting) => runHere(folder, args, sitting),
  }
}

async function runHere(
  folder: string,
  args: readonly string[],
  { answers, from = '', hasColours = false, meanwhile }: Sitting = {},
): Promise<Outcome> {
  const left = [...(answers ?? [])]
  const before = { ...process.env }
  let output = ''
  let errors = ''
  const code = await runCommand(args, join(folder, from), {
    isInteractive: answers !== undefined,
    hasColours,
    print: (text) => void (output += `${text}\n`),
    show: (text) => void (output += `${text}\n`),
    complain: (text) => void (errors += `${text}\n`),
    ask(question) {
      output += question
      const answer = left.shift()
      meanwhile?.()
      if (answer === undefined) throw new Error(`No answer to: ${question}`)
      return Promise.resolve(answer)
    },
  }).finally(() => restoreEnvironment(before))
  if (left.length > 0) throw new Error(`No question asked for: ${left.join()}`)
  return { code, output, errors }
}

/** A command sets variables for the app that it loads, and its process ends afterwards. */
function restoreEnvironment(before: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) {
    if (!(name in before)) delete process.env[name]
  }
}
