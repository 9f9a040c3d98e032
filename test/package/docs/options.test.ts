import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** An option of the config, as its type declares it. */
interface DeclaredOption {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** The text after "Default:" in the comment. */
  readonly fallback: string
}

/** A row of the page about the configuration. */
interface DocumentedOption {
  readonly name: string
  readonly type: string
  readonly fallback: string
  readonly since: string
}

const root = new URL('../../../', import.meta.url)
const declared = [
  ...readInterface('src/model/config.ts', 'AuthConfig').filter(
    ({ name }) => !['session', 'experimental'].includes(name),
  ),
  ...readInterface('src/model/options.ts', 'SessionOptions', 'session.'),
  ...readInterface('src/model/config.ts', 'AuthConfig', 'experimental.', 'experimental'),
]
const documented = readRows(readText('docs/reference/configuration.md'))
const byName = new Map(documented.map((option) => [option.name, option]))

describe('the page about the configuration', () => {
  it('has every option of the config, once, and no other', () => {
    expect(declared.length).toBeGreaterThan(35)
    expect(documented.map(({ name }) => name).sort()).toEqual(
      declared.map(({ name }) => name).sort(),
    )
  })

  it.each(declared.map((option) => [option.name, option] as const))(
    'says the type and the default of %s as its declaration does',
    (name, option) => {
      const row = byName.get(name)
      expect(row?.type).toBe(describeType(option))
      expect(saysTheSame(row?.fallback ?? '', option)).toBe(true)
    },
  )

  it.each(documented)('says since which release there is $name', ({ since }) => {
    expect(readText('CHANGELOG.md')).toContain(`\n## ${since}\n`)
  })
})

describe('the tables of callbacks and events', () => {
  const page = readText('docs/reference/configuration.md')

  it.each([
    ['Callbacks', 'src/model/callbacks.ts', 'CallbacksOptions'],
    ['Events', 'src/model/events.ts', 'EventCallbacks'],
  ])('the table of %s has each name of %s, once, and no other', (title, path, name) => {
    const [, section = ''] = page.split(`\n## ${title}\n`)
    const [own = ''] = section.split('\n## ')
    const rows = [...own.matchAll(/^\| `(\w+)`/gm)].map(([, row = '']) => row)
    const names = readInterface(path, name).map((member) => member.name)
    expect(names.length).toBeGreaterThan(3)
    expect(new Set(rows)).toEqual(new Set(names))
    expect(rows).toHaveLength(names.length)
  })
})

describe('the comparison of defaults', () => {
  const option = { name: 'a', type: 'number', isRequired: false }

  it('notices another number, another word and a default that is missing', () => {
    const days = { ...option, fallback: '86400 (1 day)' }
    expect(saysTheSame('1 day', days)).toBe(true)
    expect(saysTheSame('2 days', days)).toBe(false)
    expect(saysTheSame('`true`', { ...option, fallback: '`false`' })).toBe(false)
    expect(saysTheSame('none', { ...option, fallback: '0' })).toBe(false)
    expect(saysTheSame('none', { ...option, fallback: '' })).toBe(false)
  })
})

function readText(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

/** Reads the members of an interface, or those of the object type of one of its members. */
function readInterface(path: string, name: string, prefix = '', inside?: string): DeclaredOption[] {
  const text = readText(path)
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found = file.statements.find(
    (one): one is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(one) && one.name.text === name,
  )
  if (!found) throw new Error(`Expected ${path} to have the interface ${name}.`)
  const members = inside ? membersInside(found, inside) : found.members
  return members.filter(ts.isPropertySignature).map((member) => ({
    name: prefix + member.name.getText(),
    type: member.type?.getText() ?? '',
    isRequired: !member.questionToken,
    fallback: readDefault(text.slice(member.getFullStart(), member.getStart())),
  }))
}

function membersInside(found: ts.InterfaceDeclaration, inside: string): readonly ts.TypeElement[] {
  const member = found.members.find((one) => one.name?.getText() === inside)
  const type = member && ts.isPropertySignature(member) ? member.type : undefined
  const parts: readonly ts.TypeNode[] = type && ts.isUnionTypeNode(type) ? type.types : []
  return parts.find(ts.isTypeLiteralNode)?.members ?? []
}

function readDefault(comment: string): string {
  const words = comment.replaceAll(/\s*\n\s*\*? ?/g, ' ').replace('*/', '')
  return /Default: (.+?)\.(?:\s|$)/.exec(words)?.[1] ?? ''
}

function readRows(page: string): DocumentedOption[] {
  const rows = page.matchAll(
    /^\| `([\w.]+)` +\| (.+?) +\| (.+?) +\| (\d+\.\d+\.\d+) +\| [^\n]+ \|$/gm,
  )
  return [...rows].map(([, name = '', type = '', fallback = '', since = '']) => ({
    name,
    type: type.replaceAll(/`|\\/g, ''),
    fallback,
    since,
  }))
}

/** Writes a type as the page does: without `undefined` and what only matters to the compiler. */
function describeType({ name, type }: DeclaredOption): string {
  const short = type
    .replaceAll(/ \| undefined|readonly |<S>| \| PublishedAdapter/g, '')
    .replace(/^Overrides<(\w+)>$/, '$1')
    .replace(/^\((.*)\)$/, '$1')
  if (short === 'number') return name === 'trustedProxies' ? 'number' : 'seconds'
  const words: Readonly<Record<string, string>> = {
    CallbacksOptions: 'functions',
    EventCallbacks: 'functions',
    PagesOptions: 'paths',
    Compatibility: "'authjs'",
    SessionStrategy: "'jwt' | 'database'",
  }
  return words[short] ?? short
}

/** Whether each value that the page names is in the comment of the option. */
function saysTheSame(shown: string, { isRequired, fallback }: DeclaredOption): boolean {
  if (isRequired) return shown === 'required'
  const values = shown.match(/`[^`]+`|\d+(?: \w+)?/g) ?? [shown]
  return values.every((value) => fallback.includes(value))
}
