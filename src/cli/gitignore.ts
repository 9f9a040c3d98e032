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

/** Returns a path that a pattern matches: the pattern itself, without its escapes. */
function samplePath(pattern: string): string {
  return pattern.replaceAll(/\\(.)/g, '$1')
}

/**
 * Plans the lines that the app's `.gitignore` lacks. They are appended, because the last line that
 * matches a file wins.
 */
export async function planGitignore(
  folder: string,
  patterns: readonly string[],
): Promise<WriteStep | undefined> {
  const ignored = await Promise.all(
    patterns.map((pattern) => isIgnored(folder, samplePath(pattern))),
  )
  const missing = patterns.filter((_, at) => !ignored[at])
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

/** Understands stars, question marks and escapes. For anything else, git itself is asked. */
function matches(line: string, path: string): boolean {
  const pattern = line.replace(/^!/, '').replace(/^(?:\*\*\/|\/)/, '')
  const source = pattern.replaceAll(/\\(.)|[^]/g, (character, escaped?: string) => {
    if (character === '*') return '[^/]*'
    if (character === '?') return '[^/]'
    return (escaped ?? character).replace(/[.+^${}()|[\]\\*?]/, String.raw`\$&`)
  })
  return new RegExp(`^${source}$`).test(path)
}
