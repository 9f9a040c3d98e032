import { readFile } from 'node:fs/promises'
import { isText, withoutQuery } from './app-module.js'
import { keysIn } from './find-keys.js'
import { mayBeKey } from './ordinary-text.js'
import { parseModule } from './parse-module.js'
import type { ConfigValue } from './published-values.js'
import { shortestText } from './walk.js'

/**
 * Finds the texts of a module that is not a script, such as JSON or a key, and which of them may be keys. If these are not members
 * of JSON, no part of the file may be published.
 */
export async function readData(
  id: string,
): Promise<Pick<ConfigValue, 'texts' | 'isWhole'> & { readonly keys?: readonly string[] }> {
  const path = withoutQuery(id)
  if (!isText(id) && /\.[cm]?[jt]sx?$/.test(path)) return {}
  const text = await readFile(path, 'utf8').catch(() => '')
  const data = isText(id) ? undefined : parseJson(text)
  if (data !== undefined) {
    // Only with its names, a password such as `prod_db_pass_42` does not look like words.
    const { statements } = await parseModule(`export default ${text}`, 'data.js')
    return { texts: textsOfData(data), keys: statements.flatMap((one) => keysIn(one)) }
  }
  // A key is also found without its first and last line, which other keys share.
  const keys = text.split('\n').filter((line) => /^\S{32,}\s*$/.test(line))
  const texts = textsOfData([text.trim(), ...keys.map((line) => line.trim())])
  return { texts, keys: texts.filter(mayBeKey), isWhole: true }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textsOfData(data: unknown): readonly string[] {
  if (typeof data === 'string') return data.length < shortestText ? [] : [data]
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(textsOfData) : []
}
