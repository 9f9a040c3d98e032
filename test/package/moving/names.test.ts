import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  bindingNames,
  coreNames,
  errorNames,
  jwtNames,
  namesElsewhere,
  renamed,
  typeNames,
} from '../../../src/cli/move/auth-js-names.js'
import { findDoor } from '../../../src/cli/move/doors.js'
import { makeFolder, root, runNode } from '../build/folder.js'

const folder = makeFolder()
afterAll(() => folder.remove())

const providers = join(root, 'node_modules/@auth/core/providers')
const modules = readdirSync(providers).flatMap((file) => /^([\w-]+)\.d\.ts$/.exec(file)?.[1] ?? [])

/** Modules without a provider, and the provider that Latchkey does not have. */
const withoutProvider = ['index', 'oauth', 'passage', 'provider-types']

const compilerOptions = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}

describe('the entry points and names that latchkey move writes', () => {
  it('include every provider of @auth/core except passage', () => {
    const missing = modules.filter((name) => !findDoor(`@auth/core/providers/${name}`, 'latchkey'))
    expect([...missing, 'oauth'].sort()).toEqual(withoutProvider)
  })

  it('are exported by the package', async () => {
    const lines = [
      importTypes('latchkey', [...bindingNames, ...typeNames, ...renamed.values()]),
      importTypes('latchkey/qwik2', [...bindingNames, ...typeNames, ...renamed.values()]),
      importTypes('latchkey/core', coreNames),
      importTypes('latchkey/errors', errorNames),
      importTypes('latchkey/jwt', jwtNames),
      ...[...namesElsewhere].map(([name, specifier]) => importTypes(specifier, [name])),
      ...modules.map(importBesideProvider),
      // Proves that a name which is missing would be found.
      importTypes('latchkey', ['MissingName']),
    ]
    folder.write('.', {
      'names.ts': lines.join('\n'),
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['names.ts'] }),
    })
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { output } = await runNode([tsc, '--pretty', 'false'], folder.path)
    const errors = output.split('\n').filter((line) => line.startsWith('names.ts'))
    expect(errors).toEqual([expect.stringContaining("'MissingName'")])
  })
})

let count = 0

/** Each name gets an alias of its own, because several modules export the same one. */
function importTypes(specifier: string, names: Iterable<string>): string {
  const aliased = [...new Set(names)].map((name) => `${name} as Name${count++}`)
  return aliased.length === 0 ? '' : `import type { ${aliased.join(', ')} } from '${specifier}'`
}

function importBesideProvider(module: string): string {
  const door = findDoor(`@auth/core/providers/${module}`, 'latchkey')
  if (!door?.specifier.startsWith('latchkey/providers/')) return ''
  const text = readFileSync(join(providers, `${module}.d.ts`), 'utf8')
  const exported = [...text.matchAll(/^export (?:declare )?(?:interface|type|const|class) (\w+)/gm)]
  const targets = exported.flatMap(([, name = '']) => door.find(name) ?? [])
  const beside = targets.filter(({ specifier }) => specifier === door.specifier)
  return importTypes(door.specifier, ['default', ...beside.map(({ name }) => name)])
}
