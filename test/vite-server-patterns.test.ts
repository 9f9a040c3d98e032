import { describe, expect, it } from 'vitest'
import { createClientBuilds, pluginFile, type Files } from './vite-client-build.js'

const build = createClientBuilds()
const server = `import { server$ } from '@builder.io/qwik-city'`
const made = `server$(async () => ({ providers: [] }))`

/** A plugin file with the given argument of the initializer. */
function plugin(before: string, given: string): Files {
  const lines = [`import { routeAuth$ } from 'latchkey'`, server, before]
  return { [pluginFile]: [...lines, `export const auth = routeAuth$(${given})`].join('\n') }
}

const refusal = 'Any visitor can call a server function, and would get the config.'

describe('a server function behind a pattern of files', () => {
  const appWith = (config: string, realm: string): Files => ({
    ...plugin(`import { loadConfig } from '../config'`, '() => loadConfig()'),
    'src/config.ts': config,
    'src/realms/a.ts': `${server}\n${realm}`,
  })
  const glob = `const realms = import.meta.glob('./realms/*.ts', { eager: true })`
  const load = `export const load = ${made}`

  it.each([
    ['is called', `${glob}\nexport const loadConfig = () => realms['./realms/a.ts'].load()`, load],
    [
      'is found by a computed name',
      `${glob}\nexport const loadConfig = (name) => realms[name]()`,
      load,
    ],
    [
      'is imported by a template',
      'export const loadConfig = async (name) => (await import(`./realms/${name}.ts`)).load()',
      load,
    ],
    [
      'is taken out of an import',
      'export const loadConfig = async (name) => { const { load } = await import(`./realms/${name}.ts`); return load() }',
      load,
    ],
    [
      'is the default export',
      `${glob}\nexport const loadConfig = () => realms['./realms/a.ts'].default()`,
      `export default ${made}`,
    ],
    [
      'is named in the options',
      `const realms = import.meta.glob('./realms/*.ts', { eager: true, import: 'load' })\nexport const loadConfig = () => realms['./realms/a.ts']()`,
      load,
    ],
    [
      'is called by a function there',
      `${glob}\nexport const loadConfig = () => realms['./realms/a.ts'].load()`,
      `const read = ${made}\nexport const load = () => read()`,
    ],
    [
      'is behind a path from the root',
      `const realms = import.meta.glob('/src/realms/*.ts')\nexport const loadConfig = async () => (await realms.a()).load()`,
      load,
    ],
  ])('is refused if it %s', async (_, config, realm) => {
    await expect(build(appWith(config, realm))).rejects.toThrow(refusal)
  })

  it.each([
    ['by its name', `export { load } from '../load'`, '.load()'],
    ['with everything', `export * from '../load'`, '.load()'],
    ['as the default export', `export { load as default } from '../load'`, '.default()'],
    ['after an import', `import { load } from '../load'\nexport { load }`, '.load()'],
  ])('is refused if a file hands it on %s', async (_, realm, call) => {
    const loadConfig = `${glob}\nexport const loadConfig = () => realms['./realms/a.ts']${call}`
    const files = { ...appWith(loadConfig, realm), 'src/load.ts': `${server}\n${load}` }
    await expect(build(files)).rejects.toThrow(refusal)
  })

  it.each([
    [
      'nothing calls',
      `${glob}\nexport const loadConfig = () => realms['./realms/a.ts'].config`,
      load,
    ],
    [
      'another pattern would load',
      `const realms = import.meta.glob('./others/*.ts', { eager: true })\nexport const loadConfig = () => realms.a.load()`,
      load,
    ],
    [
      'a callback loads',
      'export const loadConfig = () => ({ authorize: async (name) => (await import(`./realms/${name}.ts`)).load() })',
      load,
    ],
  ])('is allowed if it is one that %s', async (_, config, realm) => {
    await expect(build(appWith(config, realm))).resolves.toBeDefined()
  })
})

describe('a server function that another module gets', () => {
  const registry = {
    'src/registry.ts': `let f\nexport const registry = {}\nexport const register = (g) => { f = g }\nexport const run = () => f()`,
  }

  it.each([
    [
      'as a member of its object',
      `import { registry } from '../registry'\nregistry.load = ${made}`,
      '() => registry.load()',
    ],
    [
      'from a call',
      `import { register, run } from '../registry'\nregister(${made})`,
      '() => run()',
    ],
    [
      'from a call through `import * as`',
      `import * as all from '../registry'\nall.register(${made})`,
      '() => all.run()',
    ],
  ])('is refused if the config reads it there: %s', async (_, before, given) => {
    await expect(build({ ...plugin(before, given), ...registry })).rejects.toThrow(refusal)
  })

  it.each([
    [
      'another member',
      `import { registry } from '../registry'\nregistry.load = ${made}`,
      '() => ({ site: registry.site })',
    ],
    [
      'another module',
      `import { register } from '../registry'\nimport { site } from '../site'\nregister(${made})`,
      '() => ({ site })',
    ],
  ])('is allowed if the config reads %s', async (_, before, given) => {
    const files = { ...registry, 'src/site.ts': `export const site = 'A shop'` }
    await expect(build({ ...plugin(before, given), ...files })).resolves.toBeDefined()
  })
})

describe('a server function in a callback', () => {
  const verify = `const verify = server$(async (given) => null)`
  const callback = '() => ({ secret: env("AUTH_SECRET"), a: { authorize: (c) => verify(c) } })'

  it.each(['process.env', 'import.meta.env'])(
    'is allowed beside a helper that reads %s by a computed name',
    async (source) => {
      const before = `${verify}\nimport { env } from '../env'`
      const files = {
        ...plugin(before, callback),
        'src/env.ts': `const source = ${source}\nexport const env = (key) => source[key]`,
      }
      await expect(build(files)).resolves.toBeDefined()
    },
  )

  it.each([
    [
      'a computed name may mean it',
      `const env = (key) => all[key]\nconst all = config.env`,
      callback,
    ],
    [
      '`Reflect.get` may mean it',
      `const all = { load: () => verify() }`,
      `() => Reflect.get(all, 'load')()`,
    ],
    ['`await` calls it', '', '() => ({ then: (ok) => verify().then(ok) })'],
    [
      'a list assigns it',
      `let load\nfunction init() { [load] = [${made}] }\ninit()`,
      '() => load()',
    ],
  ])('is refused if %s', async (_, before, given) => {
    await expect(build(plugin(`${verify}\n${before}`, given))).rejects.toThrow(refusal)
  })
})
