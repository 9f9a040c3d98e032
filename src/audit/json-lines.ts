import type { AuditRecord, AuditSink } from '../model/audit.js'

/** Something that text can be written to, such as `process.stdout` or a file stream of Node. */
export interface TextStream {
  /** Writes text. Calls `done` when the text is written, or with the error that prevented it. */
  write(text: string, done: (error?: Error | null) => void): unknown
  /** Adds a listener. Streams of Node have it. */
  on?(event: 'error', listener: (error: Error) => void): unknown
}

/**
 * Writes each record as one line of JSON. Default: to the console, as log collectors expect it.
 *
 * @example
 * ```ts
 * import { createWriteStream } from 'node:fs'
 * import { jsonLines } from 'latchkey/audit'
 *
 * export const audit = jsonLines(createWriteStream('audit.jsonl', { flags: 'a' }))
 * ```
 */
export function jsonLines(stream?: TextStream): AuditSink {
  if (!stream) return (record) => console.log(toLine(record))
  // A stream of Node that emits an error without a listener ends the process.
  stream.on?.('error', () => undefined)
  return (record) =>
    new Promise<void>((resolve, reject) => {
      stream.write(`${toLine(record)}\n`, (error) => (error ? reject(error) : resolve()))
      // Other streams do not call the function.
      if (!stream.on) resolve()
    })
}

/** A terminal obeys these control characters, and some readers take the last two for line ends. */
const controls = /[\u007f-\u009f\u2028\u2029]/g

function toLine(record: AuditRecord): string {
  return JSON.stringify(record).replace(
    controls,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
