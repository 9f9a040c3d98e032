import { readFile } from 'node:fs/promises'
import { isText, withoutQuery } from './app-module.js'
import type { ConfigValue } from './published-values.js'
import { shortestText } from './walk.js'

/**
 * Finds the texts of a module that is not a script, such as JSON or a key. If these are not members
 * of JSON, no part of the file may be published.
 */
export async function readData(id: string): Promise<Pick<ConfigValue, 'texts' | 'isWhole'>> {
  const path = withoutQuery(id)
  if (!isText(id) && /\.[cm]?[jt]sx?$/.test(path)) return {}
  const text = await readFile(path, 'utf8').catch(() => '')
  const data = isText(id) ? undefined : parseJson(text)
  if (data !== undefined) return { texts: textsOfData(data) }
  // A key is also found without its first and last line, which other keys share.
  const keys = text.split('\n').filter((line) => /^\S{32,}\s*$/.test(line))
  return { texts: textsOfData([text.trim(), ...keys.map((line) => line.trim())]), isWhole: true }
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
