import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { listFiles } from '../vite/list-files.js'
import type { EnvEntry } from './parse-env.js'

/** A secret that a published file contains. */
export interface FoundSecret {
  readonly file: string
  readonly name: string
}

/** The result of a search. */
export interface BuildSearch {
  readonly fileCount: number
  readonly found: readonly FoundSecret[]
  /** Compressed files that cannot be unpacked, so they were not searched. */
  readonly unreadable: readonly string[]
}

const inlineMap = /;base64,([A-Za-z0-9+/=]+)/g

/** A server sends these in place of the files that they were made from. */
const unpackers: Readonly<Record<string, (packed: Buffer) => Promise<Buffer>>> = {
  '.gz': promisify<Buffer, Buffer>(gunzip),
  '.br': promisify<Buffer, Buffer>(brotliDecompress),
}

/**
 * Searches every file below a folder for secrets, including compressed files and the source maps
 * inside of files.
 */
export async function searchBuild(
  folder: string,
  secrets: readonly EnvEntry[],
): Promise<BuildSearch> {
  const files = await listFiles(folder)
  const found: FoundSecret[] = []
  const unreadable: string[] = []
  for (const file of files) {
    const text = await readText(file)
    if (text === undefined) {
      unreadable.push(file)
      continue
    }
    const maps = [...text.matchAll(inlineMap)].map(([, data = '']) => decode(data))
    const here = secrets.filter(({ value }) => [text, ...maps].some((one) => holds(one, value)))
    found.push(...here.map(({ name }) => ({ file, name })))
  }
  return { fileCount: files.length, found, unreadable }
}

/** Reads a file and unpacks it. Undefined if it cannot be unpacked. */
async function readText(file: string): Promise<string | undefined> {
  const data = await readFile(file)
  const unpack = unpackers[extname(file).toLowerCase()]
  if (!unpack) return data.toString('utf8')
  return unpack(data).then(
    (unpacked) => unpacked.toString('utf8'),
    () => undefined,
  )
}

/** In JavaScript and in JSON a value may be escaped. */
function holds(text: string, value: string): boolean {
  return text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1))
}

function decode(data: string): string {
  return Buffer.from(data, 'base64').toString('utf8')
}
