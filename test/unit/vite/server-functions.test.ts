import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { latchkey } from '../../../src/vite.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-server-functions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => rmSync(join(folder, 'src'), { recursive: true, force: true }))

const pluginFile = 'src/routes/plugin@auth.ts'
const resolved: string[] = []

function contextFor(mode: 'build' | 'dev', consumer: 'client' | 'server'): object {
  return {
    environment: { config: { consumer, build: {} }, mode },
    meta: { rolldownVersion: '1' },
    resolve: async (specifier: string, importer: string) => {
      resolved.push(specifier)
      if (specifier === 'latchkey') return { id: '/node_modules/latchkey/dist/qwik/index.qwik.mjs' }
      if (specifier.startsWith('~/')) return { id: join(folder, 'src', `${specifier.slice(2)}.ts`) }
      return specifier.startsWith('.')
        ? { id: `${resolve(dirname(importer), specifier)}.ts` }
        : { id: `/node_modules/${specifier}/index.js` }
    },
    error: (given: string | { message: string }): never => {
      throw typeof given === 'string' ? new Error(given) : Object.assign(new Error(), given)
    },
  }
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** Starts a production build. No component imports the plugin file. */
async function build(files: Readonly<Record<string, string>>): Promise<void> {
  write(files)
  const plugin = latchkey()
  const config = { plugins: [], root: folder, resolve: { alias: [] }, mode: 'production' }
  ;(plugin.configResolved as unknown as (config: object) => void)({ ...config, envDir: false })
  const start = plugin.buildStart as unknown as (this: object) => Promise<void>
  await start.call(contextFor('build', 'client'))
}

/** Loads the plugin file from the dev server. */
async function load(
  files: Readonly<Record<string, string>>,
  consumer: 'client' | 'server',
): Promise<void> {
  write(files)
  const hook = latchkey().transform as {
    handler(this: object, code: string, id: string): Promise<unknown>
  }
  const context = contextFor('dev', consumer)
  await hook.handler.call(context, files[pluginFile] ?? '', join(folder, pluginFile))
}

const server = `import { server$ } from '@builder.io/qwik-city'`
const initializer = `import { routeAuth$ } from 'latchkey'`
const loadConfig = `${server}\nexport const loadConfig = server$(async function () { return {} })`
const getSecret = `${server}\nexport const getSecret = server$(() => 'x')`

/** An app in one file. */
function alone(before: string, given: string): Readonly<Record<string, string>> {
  return { [pluginFile]: `${initializer}\n${before}\nexport const auth = routeAuth$(${given})` }
}

const ownModule: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['is the config', alone(loadConfig, '() => loadConfig()')],
  ['is the argument', alone(loadConfig, 'loadConfig')],
  ['is spread', alone(loadConfig, 'async () => ({ ...(await loadConfig()), trustHost: true })')],
  ['gives a secret', alone(getSecret, 'async () => ({ secret: await getSecret() })')],
  [
    'gives a promise',
    alone(`${server}\nconst getSecret$ = server$(() => 'x')`, '() => ({ secret: getSecret$() })'),
  ],
  [
    'gives a promise, under a name that begins with `server`',
    alone(
      `${server}\nconst serverSecret$ = server$(() => 'x')`,
      '() => ({ secret: serverSecret$() })',
    ),
  ],
  [
    'is read by a computed name',
    alone(
      `${loadConfig}\nconst loaders = { a: () => loadConfig() }`,
      '({ env }) => { const load = loaders[env.get("A")]; return load() }',
    ),
  ],
  [
    'is destructured by a computed name',
    alone(
      `${loadConfig}\nconst loaders = { a: () => loadConfig() }`,
      '({ mode }) => { const { [mode]: load } = loaders; return load() }',
    ),
  ],
  [
    'is one of the values of an object',
    alone(
      `${loadConfig}\nconst loaders = { a: () => loadConfig() }`,
      'async () => ({ ...(await Object.values(loaders).map((load) => load())[0]) })',
    ),
  ],
  ['is called by a helper', alone(`${getSecret}\nconst read = () => getSecret()`, '() => read()')],
  [
    'is called by a helper within',
    alone(
      getSecret,
      'async () => { const read = () => getSecret(); return { secret: await read() } }',
    ),
  ],
  [
    'is called by a helper that is declared after its call',
    alone(
      getSecret,
      'async () => { return { secret: await read() }; function read() { return getSecret() } }',
    ),
  ],
  ['is handed to `then`', alone(getSecret, '() => wait().then(getSecret)')],
  ['is called in `then`', alone(getSecret, '() => wait().then(() => getSecret())')],
  [
    'is in a variable',
    alone(`${getSecret}\nconst secret = await getSecret()`, '() => ({ secret })'),
  ],
  [
    'is assigned',
    alone(
      `${getSecret}\nlet secret\nexport const onGet = async () => { secret = await getSecret() }`,
      '() => ({ secret })',
    ),
  ],
  [
    'is pushed',
    alone(
      `${getSecret}\nconst providers = []\nproviders.push(Google(await getSecret()))`,
      '() => ({ providers })',
    ),
  ],
  [
    'is the member of an object',
    alone(`${getSecret}\nconst api = { read: getSecret }`, '() => ({ secret: api.read() })'),
  ],
  [
    'is called by a member',
    alone(
      `${getSecret}\nconst api = { async read() { return getSecret() } }`,
      '() => ({ secret: api.read() })',
    ),
  ],
  [
    'is called by a member of a computed name',
    alone(
      `${getSecret}\nconst api = { async read() { return getSecret() } }`,
      '() => ({ secret: api[name]() })',
    ),
  ],
  [
    'is called by a member that is taken out',
    alone(
      `${getSecret}\nconst api = { read: () => getSecret() }`,
      '() => { const { read } = api; return { secret: read() } }',
    ),
  ],
  [
    'is called by a method',
    alone(
      `${getSecret}\nclass Api { read() { return getSecret() } }`,
      '() => ({ secret: new Api().read() })',
    ),
  ],
  [
    'is called by a constructor',
    alone(
      `${getSecret}\nclass Api { constructor() { this.a = getSecret() } }`,
      '() => ({ secret: new Api().a })',
    ),
  ],
  ['is called by a getter', alone(getSecret, '() => ({ get secret() { return getSecret() } })')],
  [
    'is made under another name',
    alone(
      `import { server$ as rpc$ } from '@builder.io/qwik-city'\nconst a = rpc$(() => 1)`,
      '() => a()',
    ),
  ],
  [
    'is made with `serverQrl`',
    alone(
      `import { serverQrl as make } from '@builder.io/qwik-city'\nconst a = make($(() => 1))`,
      '() => a()',
    ),
  ],
  [
    'is made with a name of its own',
    alone(`import { serverOnly$ } from './own'\nconst a = serverOnly$(() => 1)`, '() => a()'),
  ],
  [
    'is made through `import * as`',
    alone(`import * as city from '@builder.io/qwik-city'\nconst a = city.server$(f)`, '() => a()'),
  ],
]

const otherModules: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    'is imported',
    {
      'src/config.ts': loadConfig,
      ...alone(`import { loadConfig } from '../config'`, '() => loadConfig()'),
    },
  ],
  [
    'is the default export',
    {
      'src/config.ts': `${server}\nexport default server$(() => ({}))`,
      ...alone(`import load from '../config'`, '() => load()'),
    },
  ],
  [
    'is imported through a barrel',
    {
      'src/config.ts': loadConfig,
      'src/all.ts': `export * from './config'`,
      ...alone(`import { loadConfig as load } from '../all'`, 'async () => load()'),
    },
  ],
  [
    'is a member of `import * as`',
    {
      'src/config.ts': loadConfig,
      ...alone(`import * as all from '../config'`, '() => all.loadConfig()'),
    },
  ],
  [
    'is imported when the config runs',
    {
      'src/config.ts': loadConfig,
      ...alone('', `async () => (await import('../config')).loadConfig()`),
    },
  ],
  [
    'is called by an imported helper',
    {
      'src/secret.ts': getSecret,
      'src/config.ts': `import { getSecret } from './secret'\nexport const make = async () => ({ secret: await getSecret() })`,
      ...alone(`import { make } from '../config'`, '() => make()'),
    },
  ],
  [
    'is made with a re-export of `server$`',
    {
      'src/rpc.ts': `export { server$ as rpc$ } from '@builder.io/qwik-city'`,
      ...alone(`import { rpc$ } from '../rpc'\nconst load = rpc$(() => ({}))`, '() => load()'),
    },
  ],
]

const callbacks: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    'a logger beside a line on the console',
    alone(
      getSecret,
      '() => { console.error("x"); return { logger: { error: (a) => getSecret(a) } } }',
    ),
  ],
  [
    'a callback beside a variable of the environment',
    alone(
      getSecret,
      '(name) => ({ secret: process.env[name], callbacks: { session: (a) => getSecret(a) } })',
    ),
  ],
  [
    'a method of a provider',
    alone(
      getSecret,
      '() => ({ providers: [Credentials({ async authorize(a) { return getSecret(a) } })] })',
    ),
  ],
  [
    'a callback of the session',
    alone(getSecret, '() => ({ callbacks: { session: async (a) => getSecret(a) } })'),
  ],
  [
    'a named callback',
    alone(
      `${getSecret}\nconst session = (a) => getSecret(a)\nasync function signIn() { await getSecret() }`,
      '() => ({ callbacks: { session }, events: { signIn: isDev ? undefined : signIn } })',
    ),
  ],
  [
    'a callback beside calls of methods',
    alone(
      `${getSecret}\nconst providers = [Credentials({ authorize: (a) => getSecret(a) })]\nproviders.push(Google({}))`,
      '({ env }) => ({ secret: env.get("A"), providers: providers.filter(Boolean).map((a) => a) })',
    ),
  ],
  [
    'a server function as a callback',
    alone(getSecret, '() => ({ events: { signIn: getSecret } })'),
  ],
  [
    'a server function that is made as a callback',
    alone(server, '() => ({ events: { signIn: server$(() => {}) } })'),
  ],
  ['nothing of the config', alone(getSecret, '() => ({ secret: "x" })')],
  [
    'an imported callback',
    {
      'src/callbacks.ts': `${getSecret}\nexport const callbacks = { session: (a) => getSecret(a) }\nexport const signIn = () => getSecret()`,
      ...alone(
        `import { callbacks, signIn } from '../callbacks'`,
        '() => ({ callbacks, events: { signIn } })',
      ),
    },
  ],
  [
    'a function beside the imported one',
    {
      'src/site.ts': `${getSecret}\nexport const siteName = 'Site'`,
      ...alone(`import { siteName } from '../site'`, '() => ({ siteName })'),
    },
  ],
]

const refusal =
  /made with `\w+(?:\$|Qrl)`\. Any visitor can call a server function, and would get the config\. Use a plain function instead: the config function already runs on the server only\.$/

describe('a server function that the config uses', () => {
  it.each([...ownModule, ...otherModules])('fails the build if it %s', async (_, files) => {
    await expect(build(files)).rejects.toThrow(refusal)
  })

  it.each([...ownModule, ...otherModules])('fails on the dev server if it %s', async (_, files) => {
    await expect(load(files, 'client')).rejects.toThrow(refusal)
    await expect(load(files, 'server')).rejects.toThrow(refusal)
  })

  it('is found through an alias', async () => {
    const files = {
      'src/config.ts': loadConfig,
      ...alone(`import { loadConfig } from '~/config'`, '() => loadConfig()'),
    }
    await expect(build(files)).rejects.toThrow(refusal)
  })

  it('is named in the message', async () => {
    const files = alone(loadConfig, '() => loadConfig()')
    await expect(build(files)).rejects.toThrow(
      'The config function uses `loadConfig` of routes/plugin@auth.ts, which is made with `server$`.',
    )
  })

  it.each(callbacks)('is allowed in %s', async (_, files) => {
    await build(files)
    await load(files, 'client')
    await load(files, 'server')
  })

  it('does not make the dev server resolve packages', async () => {
    resolved.length = 0
    await load(alone(`import Google from 'acme-google'`, '() => [Google()]'), 'server')
    expect(resolved).not.toContain('acme-google')
  })
})
