import { appendLines } from './append-lines.js'

const patterns = ['.env', '/.env', '**/.env', '.env*', '/.env*', '*.env']

/** Whether a `.gitignore` excludes `.env`. */
export function ignoresEnv(text: string): boolean {
  return text.split(/\r?\n/).some((line) => patterns.includes(line.trim()))
}

/** Returns a `.gitignore` that excludes `.env`. */
export function ignoreEnv(text: string): string {
  return appendLines(text, ['.env'])
}
