import { describe, expect, it } from 'vitest'
import { createClientBuilds, pluginFile, type Files } from './client-build.js'

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
    ['beside the sources', '../realms/*.ts', 'realms/a.ts'],
    ['at the root of the app', '/realms/*.ts', 'realms/a.ts'],
    ['below a folder', '../packages/*/realm.ts', 'packages/a/realm.ts'],
  ])('is refused if the file is outside of the source folder: %s', async (_, path, file) => {
    const config = `const realms = import.meta.glob('${path}', { eager: true })\nexport const loadConfig = () => realms.a.load()`
    const files = { ...appWith(config, ''), [file]: `${server}\n${load}` }
    await expect(build(files)).rejects.toThrow(refusal)
  })

  it('is refused if nothing tells where the files of the pattern are', async () => {
    const config = `const realms = import.meta.glob('@realms/b/*.ts')\nexport const loadConfig = () => realms.a()`
    const message = 'loads files by the pattern `@realms/b/*.ts`, none of which was found'
    await expect(build(appWith(config, load))).rejects.toThrow(message)
  })

  it('is not looked for in data', async () => {
    const config = `const texts = import.meta.glob('@texts/b/*.json')\nexport const loadConfig = () => texts.a()`
    await expect(build(appWith(config, ''))).resolves.toBeDefined()
  })

  it('is named with its file if a file hands on everything', async () => {
    const config = `${glob}\nexport const loadConfig = (name) => realms[name]()`
    const files = {
      ...appWith(config, `export * from '../load'`),
      'src/load.ts': `${server}\n${load}`,
    }
    const message = 'uses `load` of src/load.ts, which is made with `server$`'
    await expect(build(files)).rejects.toThrow(message)
  })

  it.each([
    ['by its name', `export { load } from '../load'`],
    ['with everything', `export * from '../load'`],
  ])('is allowed if a file hands it on %s, and nothing calls it', async (_, realm) => {
    const config = `${glob}\nexport const loadConfig = () => realms['./realms/a.ts'].config`
    const files = {
      ...appWith(config, `${realm}\nexport const config = {}`),
      'src/load.ts': `${server}\n${load}`,
    }
    await expect(build(files)).resolves.toBeDefined()
  })

  it.each([
    ['by its name', `export { load } from '../load'`, '.load()'],
    ['under a name that is computed', `export { load } from '../load'`, '[name]()'],
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

describe('a server function that one file hands to another', () => {
  const registry = `let f\nexport const registry = {}\nexport const register = (g) => { f = g }\nexport const get = () => f\nexport const site = 'A shop'\nexport const realms = []`
  const uses = `import { registry, register } from '../registry'`
  const reads = `import { registry, get, site, realms } from '../registry'`
  const appWith = (acme: string, given: string, before = `import '../realms/acme'`): Files => ({
    ...plugin(`${before}\n${reads}`, given),
    'src/registry.ts': registry,
    'src/realms/acme.ts': `${server}\n${acme}`,
  })

  it.each([
    ['by an assignment', `${uses}\nregistry.load = ${made}`, '() => registry.load()'],
    ['in a call', `${uses}\nregister(${made})`, '() => get()()'],
    [
      'in a call of a declaration',
      `${uses}\nexport const done = register(${made})`,
      '() => get()()',
    ],
    [
      'in a call inside of a function',
      `${uses}\nexport const init = () => register(${made})`,
      '() => get()()',
    ],
    [
      'by its name inside of a function',
      `${uses}\nconst load = ${made}\nexport const init = () => { register(load) }`,
      '() => get()()',
    ],
    [
      'by an assignment inside of a function',
      `${uses}\nexport function init() { registry.load = ${made} }`,
      '() => registry.load()',
    ],
    [
      'as an argument beside its object',
      `${uses}\nexport const done = assign(registry, { load: ${made} })`,
      '() => registry.load()',
    ],
    [
      'through `import * as`',
      `import * as all from '../registry'\nall.registry.load = ${made}`,
      '() => registry.load()',
    ],
    [
      'by its result, for a member of the config',
      `import { realms } from '../registry'\nconst load = ${made}\nrealms.push(await load())`,
      '() => ({ realms })',
    ],
    ['through a barrel', `import { register } from '../all'\nregister(${made})`, '() => get()()'],
  ])('is refused if the config reads that file: %s', async (_, acme, given) => {
    const files = { ...appWith(acme, given), 'src/all.ts': `export * from './registry'` }
    const message = `realms/acme.ts hands src/registry.ts a function, which is made with \`server$\``
    await expect(build(files)).rejects.toThrow(message)
    await expect(build(files)).rejects.toThrow(refusal)
  })

  it.each([
    ['the file with the registry imports', '', `\nimport './realms/acme'`],
    ['the config reads another export of', `import { other } from '../realms/acme'`, ''],
    ['only a component imports', '', ''],
  ])('is refused in a file that %s', async (_, before, more) => {
    const acme = `${uses}\nregistry.load = ${made}\nexport const other = 1`
    const given = before === '' ? '() => registry.load()' : '() => [other, registry.load()]'
    const files = appWith(acme, given, before)
    const all = { ...files, 'src/registry.ts': `${registry}${more}` }
    await expect(build(all)).rejects.toThrow(refusal)
  })

  it.each([
    ['reads no such member', `${uses}\nregistry.load = ${made}`, '() => ({ site })'],
    [
      'reads no member that a function assigns',
      `${uses}\nexport const init = async () => { registry.items = await save() }\nconst save = ${made}`,
      '() => ({ site })',
    ],
    [
      'reads a file with a function that gets a callback',
      `${uses}\nconst save = ${made}\nexport const show = () => register(() => save())`,
      '() => ({ site })',
    ],
    [
      'reads another file',
      `import { register } from '../others'\nregister(${made})`,
      '() => get()()',
    ],
  ])('is allowed if the config %s', async (_, acme, given) => {
    const files = {
      ...appWith(acme, given),
      'src/others.ts': `export const register = (f) => f\nexport * from './registry'`,
    }
    await expect(build(files)).resolves.toBeDefined()
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
