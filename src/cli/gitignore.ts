import { appendLines } from './append-lines.js'

const patterns = ['.env', '/.env', '**/.env', '.env*', '/.env*', '*.env']

/** Whether a `.gitignore` keeps `.env` out of the repository. */
export function ignoresEnv(text: string): boolean {
  return text.split(/\r?\n/).some((line) => patterns.includes(line.trim()))
}

/** A `.gitignore` that does. */
export function ignoreEnv(text: string): string {
  return appendLines(text, ['.env'])
}
