import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { findDoor } from '../../../src/cli/move/doors.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const core = `${root}node_modules/@auth/core/`

/** Modules whose types an app can import as a whole, and our file for each. */
const wholes = [
  ['types', 'src/types.ts'],
  ['adapters', 'src/adapters.ts'],
  ['providers/index', 'src/providers.ts'],
] as const

const modules = [
  'index',
  'types',
  'adapters',
  'jwt',
  'errors',
  ...readdirSync(`${core}providers`).flatMap((file) => {
    const name = /^([\w-]+)\.d\.ts$/.exec(file)?.[1]
    return name === undefined || name === 'provider-types' ? [] : [`providers/${name}`]
  }),
]

let namesOf: (path: string) => readonly string[]

beforeAll(() => {
  const paths = [
    ...modules.map((name) => `${core}${name}.d.ts`),
    ...wholes.map(([, path]) => root + path),
  ]
  const program = ts.createProgram(paths, {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    noLib: true,
  })
  const checker = program.getTypeChecker()
  namesOf = (path) => {
    const file = program.getSourceFile(path)
    const symbol = file && checker.getSymbolAtLocation(file)
    return symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : []
  }
})

/** The names in the first column of a table of docs/guide/moving.md. */
function namesInDocs(): readonly string[] {
  const text = readFileSync(`${root}docs/guide/moving.md`, 'utf8')
  const [, section = ''] = text.split('### Names that Latchkey does not have\n')
  const [table = ''] = section.split('\n#')
  const cells = [...table.matchAll(/^\| ([^|]+)\|/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}

describe('the names of @auth/core', () => {
  it('are in Latchkey, or a table of docs/guide/moving.md lists them', () => {
    const missing = modules.flatMap((name) => {
      const specifier = name === 'index' ? '@auth/core' : `@auth/core/${name}`
      const door = findDoor(specifier.replace(/\/index$/, ''), 'latchkey')
      const lost = namesOf(`${core}${name}.d.ts`).filter((one) => !door?.find(one))
      return lost.map((one) => (one === 'default' ? name.replace('providers/', '') : one))
    })
    expect(modules.length).toBeGreaterThan(90)
    expect([...new Set(missing)].sort()).toEqual([...new Set(namesInDocs())].sort())
  })

  it.each(wholes)('of %s are all in the entry point for the whole module', (module, path) => {
    const ours = new Set(namesOf(root + path))
    const listed = new Set(namesInDocs())
    const theirs = namesOf(`${core}${module}.d.ts`)
    expect(theirs.length).toBeGreaterThan(5)
    expect(theirs.filter((name) => !ours.has(name) && !listed.has(name))).toEqual([])
  })
})
