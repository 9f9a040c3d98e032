import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Refusal } from '../refusal.js'
import type { TypeScript } from './parsed-file.js'

const advice = 'Install it with `npm install --save-dev typescript@5`, and run this again.'

/**
 * Finds the TypeScript that the app has installed. Returns undefined if it has none, or one without
 * an API for parsing.
 */
export function findTypeScript(folder: string): TypeScript | undefined {
  const found = requireFrom(folder)
  return isTypeScript(found) ? found : undefined
}

/** Loads the TypeScript that the app has installed. Refuses if the app has none that can parse. */
export function loadTypeScript(folder: string): TypeScript {
  const found = requireFrom(folder)
  if (isTypeScript(found)) return found
  if (found === undefined) {
    throw new Refusal(`move parses your files with TypeScript, which ${folder} lacks. ${advice}`)
  }
  throw new Refusal(
    `The TypeScript in ${folder} has no API to parse files with, as version 7 has none. ${advice}`,
  )
}

function requireFrom(folder: string): unknown {
  try {
    return createRequire(join(folder, 'package.json'))('typescript')
  } catch {
    return undefined
  }
}

function isTypeScript(value: unknown): value is TypeScript {
  return typeof value === 'object' && value !== null && 'createSourceFile' in value
}
