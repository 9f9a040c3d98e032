import { readFile } from 'node:fs/promises'
import { Refusal } from './refusal.js'

/** Reads a text file. Returns undefined if the file does not exist. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    if (hasCode(error, 'EACCES')) {
      throw new Refusal(`${path} cannot be read. Change its mode or its owner, and run this again.`)
    }
    if (hasCode(error, 'EISDIR')) {
      throw new Refusal(`Expected ${path} to be a file. Rename the folder, and run this again.`)
    }
    throw error
  }
}

/** Reads a JSON file that contains an object. Returns undefined if the file does not exist. */
export async function readJsonIfThere(path: string): Promise<JsonObject | undefined> {
  const text = await readIfThere(path)
  if (text === undefined) return undefined
  try {
    // Windows editors write a byte order mark, which npm skips.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (isObject(value)) return value
  } catch {
    // Reported below, with the path.
  }
  throw new Refusal(`Expected ${path} to be a JSON object.`)
}

/** The unchecked object of a JSON file. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object and not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
