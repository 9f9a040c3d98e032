import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../scripts/run.mjs'

const folder = join(root, 'docs/internals')
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((page) =>
  page.endsWith('.md'),
)
const mostLines = 10

describe('a page of the internals', () => {
  it.each(pages.filter((page) => page !== 'README.md'))(
    '%s starts with a summary of at most ten lines',
    (page) => {
      const [, summary = ''] = read(page).split('\n\n')
      expect(summary).toMatch(
        /^\*\*(?:Decision|In short|Problem|Question|What was \w+[^*]*)[.:]\*\* ?/,
      )
      expect(summary.split('\n').length).toBeLessThanOrEqual(mostLines)
    },
  )

  it.each(pages)('%s names only files that exist', (page) => {
    expect(filesOf(read(page)).filter((file) => !isOurs(file))).toEqual([])
  })
})

/** The folders of the repository whose files are in it, and not written by a build or in an app. */
const folders = [
  '.ci',
  '.github',
  'bench',
  'demo',
  'demo2',
  'e2e',
  'examples',
  'scripts',
  'site',
  'src',
  'test',
]
/** In an app that uses Latchkey, or written by a build. */
const elsewhere =
  /^(?:src\/routes\/|src\/auth-adapter\.ts$|demo\/\.data\/)|^(?:llms\.txt|q-manifest\.json)$/
const isFile = /^(?:[\w@.][\w@.-]*\/)*\w[\w@.-]*\.(?:capnp|css|json|mjs|mts|svg|ts|tsx|txt|vue)$/

/** The paths and names of files between backticks. */
function filesOf(text: string): string[] {
  const prose = text.replaceAll(/^[ \t]*```.*?^[ \t]*```/gms, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code)
    .filter((code) => isFile.test(code) && !elsewhere.test(code))
}

const files = folders.flatMap(listFiles)
const names = new Set(files.map((file) => basename(file)))

/** A page may leave out the folders that its sentence is about. */
function isOurs(file: string): boolean {
  if (existsSync(join(root, file))) return true
  return file.includes('/') ? files.some((one) => one.endsWith(`/${file}`)) : names.has(file)
}

function listFiles(name: string): string[] {
  if (!existsSync(join(root, name))) return []
  return readdirSync(join(root, name), { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist', '.cache'].includes(entry.name))
    .flatMap((entry) => {
      const path = `${name}/${entry.name}`
      return entry.isDirectory() ? listFiles(path) : [path]
    })
}

function read(page: string): string {
  return readFileSync(join(folder, page), 'utf8')
}
