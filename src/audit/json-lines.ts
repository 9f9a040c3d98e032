import type { AuditSink } from '../model/audit.js'

/** Something that text can be written to, such as `process.stdout` or a file stream of Node. */
export interface TextStream {
  /** Writes text. */
  write(text: string): unknown
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
  if (!stream) return (record) => console.log(JSON.stringify(record))
  return (record) => stream.write(`${JSON.stringify(record)}\n`)
}
