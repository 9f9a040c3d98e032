import { readFile } from 'node:fs/promises'
import { Refusal } from './refusal.js'

/** The text of a file, or undefined when there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The object that a JSON file holds, or undefined when there is no such file. */
export async function readJsonIfThere(path: string): Promise<JsonObject | undefined> {
  const text = await readIfThere(path)
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // Told below, with the path.
  }
  throw new Refusal(`Expected ${path} to be a JSON object.`)
}

/** An object of a JSON file, nothing about it checked. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object with names in it. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
