import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-oxc-'))
/** Vite 8, which compiles with Oxc. The app on Qwik 2 is built with it. */
const eighth = '../../../demo2/node_modules/vite/dist/node/index.js'

beforeAll(async () => {
  vi.resetModules()
  const vite = (await import(eighth)) as object
  expect(vite).toHaveProperty('transformWithOxc')
  vi.doMock('vite', () => vite)
})
afterAll(() => {
  vi.doUnmock('vite')
  // Other files share their modules with this one, and expect the other Vite in them.
  vi.resetModules()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the texts that are searched for, if the config reads an export of a file. */
async function textsOf(name: string, code: string): Promise<readonly string[]> {
  const { findConfigValues } = await import('../../../src/vite/config-values.js')
  const { createMemory } = await import('../../../src/vite/memory.js')
  writeFileSync(join(folder, 'keys.ts'), code)
  const read = [{ name, specifier: './keys.ts' }]
  const values = await findConfigValues({ read, unread: [] }, join(folder, 'plugin@auth.ts'), {
    resolve: async (specifier, importer) => resolve(dirname(importer), specifier),
    read: createMemory().read,
  })
  return values.flatMap(({ texts = [] }) => texts)
}

it.each([
  ['an enum', 'Key', `export enum Key { Google = 'canary-1' }`],
  ['a const enum', 'Key', `export const enum Key { Google = 'canary-1' }`],
  ['an enum in a list', 'Keys', `enum Key { Google = 'canary-1' }\nexport { Key as Keys }`],
  [
    'an enum that a constant reads',
    'secret',
    `enum Key { Google = 'canary-1' }\nexport const secret = Key.Google`,
  ],
  ['a text like an enum', 'Key', `const Key = 'enum Key { canary-1'\nexport { Key }`],
])('the secret in %s is searched for if Oxc removes the types', async (_, name, code) => {
  expect(await textsOf(name, code)).toContainEqual(expect.stringContaining('canary-1'))
})

it('the enums of a plugin file are found if Oxc removes the types', async () => {
  const { findEnums } = await import('../../../src/vite/find-enums.js')
  const { createMemory } = await import('../../../src/vite/memory.js')
  const code = `import { routeAuth$ } from 'latchkey'
    enum Key { Google = 'canary-1' }
    export { Key }
    export const auth = routeAuth$(() => ({ secret: Key.Google }))`
  const entry = '/node_modules/latchkey/dist/qwik/index.qwik.mjs'
  const tracer = { ...createMemory(), resolve: async () => entry }
  expect(await findEnums(code, join(folder, 'plugin@auth.ts'), tracer)).toEqual(['Key'])
})
