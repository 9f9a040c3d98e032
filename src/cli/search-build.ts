import { readFile } from 'node:fs/promises'
import { listFiles } from '../vite/list-files.js'
import type { EnvEntry } from './parse-env.js'

/** A secret that a published file contains. */
export interface FoundSecret {
  readonly file: string
  readonly name: string
}

const inlineMap = /;base64,([A-Za-z0-9+/=]+)/g

/** Searches every file below a folder, and the source maps inside of them, for secrets. */
export async function searchBuild(
  folder: string,
  secrets: readonly EnvEntry[],
): Promise<readonly FoundSecret[]> {
  const found: FoundSecret[] = []
  for (const file of await listFiles(folder)) {
    const text = await readFile(file, 'utf8')
    const texts = [text, ...[...text.matchAll(inlineMap)].map(([, data = '']) => decode(data))]
    const here = secrets.filter(({ value }) => texts.some((one) => holds(one, value)))
    found.push(...here.map(({ name }) => ({ file, name })))
  }
  return found
}

/** In JavaScript and in JSON a value may be escaped. */
function holds(text: string, value: string): boolean {
  return text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1))
}

function decode(data: string): string {
  return Buffer.from(data, 'base64').toString('utf8')
}
