import { readFileSync, readdirSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importSpecifiers } from '../support/import-specifiers.js'
import { moduleState } from '../support/module-state.js'

/**
 * The house from the roof down. A floor is a folder of src/ or a file in it. `below` is every floor
 * of a lower storey; floors of one storey never import each other, so nothing imports the roof.
 */
// prettier-ignore
const house: readonly Floor[] = [
  // storey  floor          may import                     and these packages
  [   12,    'qwik/ui',     'core.ts model passkeys',      '@builder.io/qwik @builder.io/qwik-city' ],
  [   12,    'qwik',        'binding core.ts jwt.ts types.ts model', '@builder.io/qwik @builder.io/qwik-city' ],
  [   12,    'qwik2',       'binding core.ts jwt.ts types.ts model', '@qwik.dev/core @qwik.dev/router' ],
  [   11,    'binding',     'core.ts model',               '' ],
  [   11,    'providers/password.ts', 'model passwords flows', '' ],
  [   11,    'providers/webauthn.ts', 'model webauthn flows', '' ],
  [   12,    'providers/passkey.ts', 'model providers/webauthn.ts', '' ],
  [   11,    'providers',   'model errors mail webauthn', '' ],
  [   11,    'adapters',    'model errors',                '' ],
  [   11,    'languages',   'model pages',                 '' ],
  [   12,    'audit.ts',    'audit adapters model',        '' ],
  [   11,    'audit',       'model',                       '' ],
  [   11,    'otel.ts',     'model',                       '' ],
  [   11,    'vite.ts',     'vite http',                   'vite node:' ],
  [   10,    'vite',        '',                            'vite node:' ],
  [   13,    'cli.ts',      'cli',                         '' ],
  [   11,    'node.ts',     'below',                       'node:' ],
  [   10,    'node',        'below',                       'node:' ],
  [   12,    'cli',         'below',                       'node: typescript' ],
  [   10,    'core.ts',     'below',                       '' ],
  [   10,    'errors.ts',   'below',                       '' ],
  [   10,    'types.ts',    'model',                       '' ],
  [   10,    'adapters.ts', 'model',                       '' ],
  [   10,    'providers.ts', 'model',                      '' ],
  [   10,    'jwt.ts',      'below',                       '' ],
  [   10,    'testing.ts',  'below',                       '' ],
  [   10,    'passkeys.ts', 'passkeys',                    '' ],
  [   11,    'factors.ts',  'model flows',                 '' ],
  [   11,    'account.ts',  'model flows',                 '' ],
  [    9,    'engine',      'below',                       '' ],
  [    9,    'testing',     'below',                       '' ],
  [    8,    'flows',       'below',                       '' ],
  [    7,    'session',     'below',                       '' ],
  [    6,    'store',       'below',                       '' ],
  [    5,    'context',     'below',                       '' ],
  [    4,    'config',      'oauth webauthn http model errors crypto', '' ],
  [    4,    'pages',       'http model',                  '' ],
  [    3,    'oauth',       'http model errors crypto',    'jose oauth4webapi' ],
  [    3,    'webauthn',    'http model errors crypto',    '@simplewebauthn/server @simplewebauthn/browser' ],
  [    3,    'passwords',   'http model errors crypto',    '@node-rs/argon2 @node-rs/bcrypt bcryptjs' ],
  [    3,    'factors',     'http model errors crypto',    'uqr' ],
  [    3,    'mail',        'http model errors',           'nodemailer' ],
  [    2,    'http',        'model errors crypto',         '' ],
  [    1,    'model',       '',                            '' ],
  [    1,    'errors',      '',                            '' ],
  [    1,    'passkeys',    '',                            '@simplewebauthn/browser' ],
  [    1,    'crypto',      '',                            'jose' ],
]

/** What package.json `imports` stands for, as files of src/. */
const subpathImports: Record<string, readonly string[]> = {
  '#language-loaders/account': ['pages/language-loaders/account.ts'],
  '#language-loaders/factor': ['pages/language-loaders/factor.ts'],
  '#language-loaders/page': ['pages/language-loaders/page.ts'],
  '#language-loaders/password': ['pages/language-loaders/password.ts'],
  '#key-derivation': ['passwords/key-derivation.node.ts', 'passwords/key-derivation.web.ts'],
  '#passkey-flows': ['flows/passkey/passkey-flows.ts', 'flows/passkey/no-passkey-flows.ts'],
  '#page-script': ['passkeys/page-script.ts'],
  '#primitives': ['crypto/primitives.node.ts', 'crypto/primitives.web.ts'],
  '#testing-platform': ['testing/platform.node.ts', 'testing/platform.web.ts'],
}
const emptyNames = ['utils', 'helpers', 'common', 'misc']
/** Loads packages of the app in whose folder a command runs, so their paths are not known here. */
const computedImports = ['cli/import-from-app.ts']
const barrels = ['binding/index.ts', 'qwik/index.ts', 'qwik/ui/index.ts', 'qwik2/index.ts']

/** `has` of a store, and every look at a method of an adapter. Only `src/store/` decides by these. */
const probe =
  /(?:store|requireStore\([^()]*\))\s*\??\s*\.\s*has\(|\badapter\??\.(?!js\b)\w+|\bin adapter\b/gi

function findProbes(text: string): readonly string[] {
  return text.match(probe) ?? []
}

type Floor = readonly [storey: number, name: string, mayImport: string, packages: string]
type Sources = ReadonlyMap<string, string>

describe('the house', () => {
  const sources = readSources()

  it('has imports that point down only, packages where they belong and no circles', () => {
    expect(inspect(sources)).toEqual([])
  })

  it('has a test kit that only its own door and the command line can reach', () => {
    const importers = [...sources].flatMap(([file, text]) =>
      importsOf(file, text).some((target) => target.startsWith('testing')) ? [file] : [],
    )
    const others = importers.filter(
      (file) => !file.startsWith('testing') && !file.startsWith('cli'),
    )
    expect(importers).toContain('testing.ts')
    expect(others).toEqual([])
  })

  it('has values that may be promises, chained by cryptography and the read of a session row only', () => {
    const importers = [...sources].flatMap(([file, text]) =>
      importsOf(file, text).includes('crypto/and-then.ts') ? [file] : [],
    )
    expect(importers).toContain('crypto/seal.ts')
    expect(importers.filter((file) => !file.startsWith('crypto/')).sort()).toEqual([
      'session/presented-rows.ts',
      'session/session-rows.ts',
      'store/find-session.ts',
    ])
  })

  it('has flows and sessions that never ask what an adapter can do', () => {
    const probes = [...sources].flatMap(([file, text]) =>
      /^(?:flows|session)\//.test(file) ? findProbes(text).map((probe) => `${file} ${probe}`) : [],
    )
    expect(probes).toEqual([])
  })

  it.each([
    `if (store.has('transaction')) return`,
    `requireStore(ctx)\n    .has('getUser')`,
    `ctx.config.store?.has('getPassword')`,
    `typeof adapter.updateAccount === 'function'`,
    `adapter?.updateAccount ? 1 : 2`,
    `'lockUser' in adapter`,
  ])('has an inspection that finds the probe %j', (text) => {
    expect(findProbes(text)).toHaveLength(1)
  })

  it('was read from disk', () => {
    expect([...sources.keys()]).toContain('errors/auth-error.ts')
  })
})

describe('state that outlives a request', () => {
  it('is listed in ARCHITECTURE.md with its reason, or belongs to a runtime', () => {
    const found = [...readSources()].flatMap(([file, text]) =>
      moduleState(file, text).map((name) => `${file} ${name}`),
    )
    expect(found.sort()).toEqual(listedState().sort())
  })

  it.each([
    ['let a = 1', ['a']],
    ['export let b: string | undefined', ['b']],
    ['const c = new Map<string, string>()', ['c']],
    ['export const d: Cache = new WeakMap()', ['d']],
    ['const e = { inner: new Set() }', ['e']],
    ['const f = createMemoryLimits()', ['f']],
    ['const g: string[] = []', ['g']],
    ['const h: Record<string, string> = {}', ['h']],
    ['class I { static j = 1; static readonly k = 1 }', ['j']],
    ['const l: ReadonlyMap<string, string> = new Map()', []],
    ['const m: readonly string[] = []', []],
    ['const n = Object.freeze({ o: [] })', []],
    ['const p = (): unknown => new Map()', []],
    ['function q() { let r = new Map() }', []],
    ['const s = new TextEncoder()', []],
    ['declare const t: unique symbol', []],
  ])('%s is found, or left alone where nothing changes', (text, names) => {
    expect(moduleState('a.ts', text)).toEqual(names)
  })
})

describe('the inspection', () => {
  it('accepts imports that point down, and packages on their floor', () => {
    const files = {
      'flows/a.ts': `import { b } from '../session/b.js'\nimport '../model/c.js'`,
      'session/b.ts': `import './d.js'`,
      'session/d.ts': `import type { C } from '../model/c.js'`,
      'model/c.ts': '',
      'oauth/e.ts': `import 'jose'\nimport 'oauth4webapi'`,
      'crypto/f.node.ts': `import 'node:crypto'`,
      'qwik/index.ts': `import '@builder.io/qwik/build'\nexport * from '../binding/index.js'`,
      'core.ts': '',
    }
    expect(inspect(new Map(Object.entries(files)))).toEqual([])
  })

  it.each([
    ['import', `import { a } from '../engine/a.js'`],
    ['import for effect', `import '../engine/a.js'`],
    ['type import', `import type { A } from '../engine/a.js'`],
    ['type in place', `export type B = import('../engine/a.js').A`],
    ['dynamic import', `export const load = () => import('../engine/a.js')`],
    ['export from', `export * from '../engine/a.js'`],
    ['type export from', `export type { A } from '../engine/a.js'`],
  ])('reports an upward %s', (_kind, text) => {
    expect(inspectOne('flows/b.ts', text)).toBe('flows/b.ts imports engine/a.ts')
  })

  // prettier-ignore
  it.each([
    ['http/a.ts',          `import '../oauth/b.js'`,        'http/a.ts imports oauth/b.ts'],
    ['engine/a.ts',        `import '../providers/b.js'`,    'engine/a.ts imports providers/b.ts'],
    ['binding/a.ts',       `import '../engine/b.js'`,       'binding/a.ts imports engine/b.ts'],
    ['qwik2/a.ts',         `import '../errors/b.js'`,       'qwik2/a.ts imports errors/b.ts'],
    ['qwik/ui/a.ts',       `import '../../binding/b.js'`,   'qwik/ui/a.ts imports binding/b.ts'],
    ['providers/a.ts',     `import '../errors.js'`,         'providers/a.ts imports errors.ts'],
    ['pages/a.ts',         `import '#primitives'`,          'pages/a.ts imports crypto/primitives.node.ts'],
    ['session/a.ts',       `import 'jose'`,                 'session/a.ts imports jose'],
    ['crypto/a.ts',        `import 'oauth4webapi'`,         'crypto/a.ts imports oauth4webapi'],
    ['engine/a.ts',        `import '@builder.io/qwik'`,     'engine/a.ts imports @builder.io/qwik'],
    ['crypto/a.ts',        `import 'node:crypto'`,          'crypto/a.ts imports node:crypto'],
    ['crypto/a.ts',        `import 'jose-evil'`,            'crypto/a.ts imports jose-evil'],
    ['crypto/a.ts',        `/// <reference types="node" />`, 'crypto/a.ts imports node'],
    ['flows/a.ts',         `void import(name)`,             'flows/a.ts imports something computed'],
    ['model/utils.ts',     ``,                              'model/utils.ts needs a name that says what it holds'],
    ['model/index.ts',     ``,                              'model/index.ts is a barrel'],
    ['attic/a.ts',         ``,                              'attic/a.ts is on no floor'],
  ])('reports %s with %s', (file, text, report) => {
    expect(inspectOne(file, text)).toBe(report)
  })

  it('reports a circle, types included', () => {
    const files = {
      'model/a.ts': `import type { B } from './b.js'`,
      'model/b.ts': `import type { C } from './c.js'`,
      'model/c.ts': `import type { A } from './a.js'`,
      'model/d.ts': `import type { A } from './a.js'`,
    }
    expect(inspect(new Map(Object.entries(files)))).toEqual([
      'model/a.ts → model/b.ts → model/c.ts → model/a.ts is a circle',
    ])
  })

  it('reports a circle of files with JSX', () => {
    const files = { 'qwik/ui/a.tsx': `import './b.js'`, 'qwik/ui/b.tsx': `import './a.js'` }
    expect(inspect(new Map(Object.entries(files)))).toEqual([
      'qwik/ui/a.tsx → qwik/ui/b.tsx → qwik/ui/a.tsx is a circle',
    ])
  })

  function inspectOne(file: string, text: string): string | undefined {
    return inspect(new Map([[file, text]]))[0]
  }
})

function inspect(sources: Sources): string[] {
  const imports = new Map(
    [...sources].map(([file, text]) => [file, importsOf(file, text).map(toSource)]),
  )
  return [
    ...[...sources.keys()].flatMap(misplacement),
    ...[...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => !mayImport(file, target))
        .map((target) => `${file} imports ${target}`),
    ),
    ...circles(imports),
  ]

  /** An import names a file with JSX as any other. */
  function toSource(target: string): string {
    return sources.has(`${target}x`) ? `${target}x` : target
  }
}

function misplacement(file: string): string[] {
  const name = posix.basename(file).replace(/\..*$/, '')
  if (!floorOf(file)) return [`${file} is on no floor`]
  if (emptyNames.includes(name)) return [`${file} needs a name that says what it holds`]
  return name === 'index' && !barrels.includes(file) ? [`${file} is a barrel`] : []
}

function mayImport(file: string, target: string): boolean {
  const floor = floorOf(file)
  if (!floor) return true
  const [storey, name, floors, packages] = floor
  if (!isFile(target)) {
    if (file.endsWith('.node.ts') && target.startsWith('node:')) return true
    if (target === 'something computed' && computedImports.includes(file)) return true
    return packages.split(' ').some((allowed) => isPartOf(target, allowed))
  }
  const owner = floorOf(target)
  if (!owner) return false
  if (owner[1] === name) return true
  return floors === 'below' ? owner[0] < storey : floors.split(' ').includes(owner[1])
}

function floorOf(file: string): Floor | undefined {
  return house.find(([, name]) => name === file || file.startsWith(`${name}/`))
}

/** Files of src/ by their path there, everything else as it is written. */
function importsOf(file: string, text: string): string[] {
  return importSpecifiers(file, text).flatMap((specifier) => resolve(file, specifier))
}

function resolve(file: string, specifier: string): readonly string[] {
  if (!specifier.startsWith('.')) return subpathImports[specifier] ?? [specifier]
  return [posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts')]
}

function isFile(target: string): boolean {
  return /\.tsx?$/.test(target)
}

function isPartOf(target: string, allowed: string): boolean {
  if (allowed === '') return false
  return target === allowed || target.startsWith(allowed.endsWith(':') ? allowed : `${allowed}/`)
}

function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  for (const file of imports.keys()) follow(file, [])
  return found

  function follow(file: string, path: readonly string[]): void {
    const start = path.indexOf(file)
    if (start >= 0) found.push(`${[...path.slice(start), file].join(' → ')} is a circle`)
    if (start >= 0 || done.has(file)) return
    for (const target of imports.get(file) ?? []) follow(target, [...path, file])
    done.add(file)
  }
}

/** The rows of the list in ARCHITECTURE.md: file, variable, and a reason. */
function listedState(): string[] {
  const text = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8')
  const [, section = ''] = text.split('## State that no request owns')
  const rows = section.split('\n## ')[0]?.matchAll(/^\| `([^`]+)` +\| `([^`]+)` +\| (.+?) +\|$/gm)
  return [...(rows ?? [])].map(([, file, name]) => `${file} ${name}`)
}

function readSources(): Sources {
  const folder = fileURLToPath(new URL('../../src', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  )
  return new Map(
    files.map((file) => [file.split(sep).join('/'), readFileSync(join(folder, file), 'utf8')]),
  )
}
