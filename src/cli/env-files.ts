import { lstat, readFile, readdir, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere } from './read-file.js'
import { Refusal } from './refusal.js'

const envFile = /^\.env(?:\..+)?$/

/** Whether a name is that of a template, which has the names of variables and no real values. */
export function isTemplate(name: string): boolean {
  return envFile.test(name) && /\.(?:example|sample|template|dist)$/.test(name)
}

/** Lists the environment files of an app, whichever mode they are for, in alphabetical order. */
export async function listEnvFiles(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => envFile.test(name) && !isTemplate(name))
  const kinds = await Promise.all(names.map((name) => kindOf(join(folder, name))))
  return names.filter((_, at) => kinds[at] === 'file').sort()
}

/**
 * Reads an environment file as Vite does. Returns undefined if there is no such file. A folder, as
 * Python's `.env` is, and a pipe count as none.
 */
export async function readEnvFile(folder: string, name: string): Promise<string | undefined> {
  const path = join(folder, name)
  return (await kindOf(path)) === 'file' ? readIfThere(path) : undefined
}

/**
 * Whether a variable can be written to an environment file. Refuses a file that no server can read.
 * Another encoding matters only if the file is changed, see `requireWritable`.
 */
export async function isWritableEnvFile(folder: string, name: string): Promise<boolean> {
  const path = join(folder, name)
  const kind = await kindOf(path)
  if (kind === 'broken link') {
    throw new Refusal(
      `${name} is a link to ${await readlink(path)}, which does not exist. Remove the link or create the file, and run this again.`,
    )
  }
  if (kind === 'other') return false
  if (kind === 'file' && (await readFile(path)).includes(0)) {
    throw new Refusal(`${name} ${wideEncoding}, and run this again.`)
  }
  return true
}

type Kind = 'file' | 'missing' | 'broken link' | 'other'

/** A link counts as what it leads to. */
async function kindOf(path: string): Promise<Kind> {
  const found = await stat(path).catch(() => undefined)
  if (found) return found.isFile() ? 'file' : 'other'
  return (await lstat(path).catch(() => undefined)) ? 'broken link' : 'missing'
}

/** What is wrong with the encoding of an environment file, and what to do. */
export interface EncodingMistake {
  readonly problem: string
  readonly cure: string
  /** Whether no server can read the file. */
  readonly isFatal: boolean
}

/** Finds out whether other programs read the text of an environment file as Vite does. */
export function findEncodingMistake(name: string, text: string): EncodingMistake | undefined {
  if (isWide(text)) {
    return {
      problem: `${name} is in UTF-16, so no server can read it.`,
      cure: 'Save it as UTF-8. In PowerShell, > writes UTF-16.',
      isFatal: true,
    }
  }
  if (!text.startsWith('\uFEFF')) return undefined
  return {
    problem: `${name} starts with a byte order mark. Vite skips it, but Node's --env-file and Docker do not find the first variable.`,
    cure: 'Save it as UTF-8 without a byte order mark.',
    isFatal: false,
  }
}

/**
 * Says why a file cannot be changed without losing bytes. Returns undefined for UTF-8. Node would
 * replace each byte that is not UTF-8 without a word.
 */
export function explainEncoding(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return wideEncoding
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return undefined
  } catch {
    return 'is not in UTF-8, so a change would damage it. Save it as UTF-8'
  }
}

const wideEncoding = 'is in UTF-16, so no server can read it. Save it as UTF-8'

/** UTF-16 has a zero byte beside each ASCII character. */
function isWide(text: string): boolean {
  return text.includes('\0')
}
