import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { Refusal } from './refusal.js'

/** The terminal in which a command runs. */
export interface Terminal {
  /** Whether a user can answer questions. */
  readonly isInteractive: boolean
  readonly hasColours: boolean
  /** Prints a sentence of ours. Its commands are those of the app's package manager. */
  print(text: string): void
  /** Prints the content of a file as it is. */
  show(text: string): void
  /** Prints a sentence of ours to stderr. */
  complain(text: string): void
  ask(question: string): Promise<string>
}

/** The streams of a process that a terminal needs. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined }
  readonly stdout: Writable & { readonly isTTY?: boolean | undefined }
  readonly stderr: Writable
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Opens the terminal of a process. */
export function openTerminal({ stdin, stdout, stderr, env }: Streams): Terminal {
  for (const stream of [stdout, stderr]) stream.on('error', ignoreBrokenPipe)
  return {
    isInteractive: stdin.isTTY === true && stdout.isTTY === true,
    // https://no-color.org
    hasColours: stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    print: (text) => void stdout.write(`${text}\n`),
    show: (text) => void stdout.write(`${text}\n`),
    complain: (text) => void stderr.write(`${text}\n`),
    ask: (question) => readAnswer(question, stdin, stdout),
  }
}

/** In `latchkey init | head`, the reader ends first. The command still does its work. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}

async function readAnswer(question: string, input: Readable, output: Writable): Promise<string> {
  const prompt = createInterface({ input, output })
  try {
    return await new Promise((resolve, reject) => {
      // Ctrl+C and Ctrl+D close the prompt without an answer, so the promise would never settle.
      // The message starts on a new line, because the cursor is still behind the question.
      prompt.once('close', () => reject(new Refusal('\nNothing was written.')))
      prompt.question(question).then(resolve, reject)
    })
  } finally {
    prompt.close()
  }
}
