import { join } from 'node:path'
import { appendLines } from './append-lines.js'
import { findIgnorer } from './git.js'
import { readIfThere } from './read-file.js'
import type { WriteStep } from './step.js'

/** Whether git leaves a file of the app out of commits, in every clone of the repository. */
export async function isIgnored(folder: string, path: string): Promise<boolean> {
  const ignorer = await findIgnorer(folder, path)
  if (ignorer !== undefined) return ignorer === 'repository'
  return excludes((await readIfThere(join(folder, '.gitignore'))) ?? '', path)
}

/**
 * Plans the lines that the app's `.gitignore` lacks. They are appended, because the last line that
 * matches a file wins.
 */
export async function planGitignore(
  folder: string,
  paths: readonly string[],
): Promise<WriteStep | undefined> {
  const ignored = await Promise.all(paths.map((path) => isIgnored(folder, path)))
  const missing = paths.filter((_, at) => !ignored[at])
  if (missing.length === 0) return undefined
  const before = await readIfThere(join(folder, '.gitignore'))
  return {
    kind: 'write',
    path: '.gitignore',
    before,
    text: appendLines(before ?? '', missing),
    diff: missing.map((line) => `+ ${line}`),
    isPrivate: false,
  }
}

/** Finds the line that includes a path again, such as `!.env` after `.env*`. */
export function findInclusion(text: string, path: string): string | undefined {
  const last = matchingLines(text, path).at(-1)
  return last?.startsWith('!') ? last : undefined
}

/** Whether a `.gitignore` excludes a file next to it. */
export function excludes(text: string, path: string): boolean {
  const last = matchingLines(text, path).at(-1)
  return last !== undefined && !last.startsWith('!')
}

function matchingLines(text: string, path: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  return lines.filter((line) => line !== '' && !line.startsWith('#') && matches(line, path))
}

/** Understands stars and question marks. For anything else, git itself is asked. */
function matches(line: string, path: string): boolean {
  const pattern = line.replace(/^!/, '').replace(/^(?:\*\*\/|\/)/, '')
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
  return new RegExp(`^${source}$`).test(path)
}
