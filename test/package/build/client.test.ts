import { afterAll, describe, expect, it } from 'vitest'
import { isLong } from '../../support/long-run.js'
import { authPlugin, canaries, makeApp, viteConfig, type Build } from './app.js'
import { makeFolder } from './folder.js'
import { initialise } from './init.js'

const app = makeApp()
/** A build takes seconds. These variants also run in test/unit/vite/, on the plugin without Qwik. */
const variant = it.runIf(isLong)
/** The first of some ways, and all of them in a long run. */
const firstOf = <T>(ways: readonly T[]): readonly T[] => (isLong ? ways : ways.slice(0, 1))
const folder = makeFolder()
afterAll(() => {
  app.remove()
  folder.remove()
})

const plugin = 'src/routes/plugin@auth.ts'
const config = 'vite.config.mjs'
const frameworkAuth = authPlugin(`import { FrameworkAuth$ } from 'latchkey'`, 'FrameworkAuth$')
const routeAuth = authPlugin(`import { routeAuth$ } from 'latchkey'`, 'routeAuth$')
const renamed = authPlugin(
  `import {
    type Session, // what { it } gives
    FrameworkAuth$ as ourAuth$,
  } from "latchkey";`,
  'ourAuth$',
)
/** Calls the server's helpers from everywhere that a route file can. */
const guardedPage = `
  import { component$ } from '@builder.io/qwik'
  import { routeAction$, routeLoader$, server$ } from '@builder.io/qwik-city'
  import { getSession, requireSession, updateSession } from 'latchkey'
  import { useSession } from './plugin@auth'
  export const onRequest = async (event) => void (await requireSession(event, { useSession }))
  export const useName = routeLoader$(async (event) => (await getSession(event))?.user?.name)
  export const useRename = routeAction$(async ({ name }, event) => {
    await updateSession(event, { name }, { useSession })
    return {}
  })
  const whoami = server$(async function () {
    return (await requireSession(this)).user?.name
  })
  export default component$(() => {
    const session = useSession()
    const rename = useRename()
    return (
      <button onClick$={async () => void (await rename.submit({ name: await whoami() }))}>
        {session.value?.user?.name ?? useName().value}
      </button>
    )
  })`
const withPlugin = viteConfig('latchkey(),')

/** A pool of connections. Creating one has an effect, so a bundler keeps the call. */
const pool = `
  export class Pool {
    constructor(options) {
      globalThis.pools = [...(globalThis.pools ?? []), options]
    }
  }`

/** A config in a file that the browser shares, and that no component imports as the plugin file. */
const configOfFile = `
  import { routeAuth$ } from 'latchkey'
  import { authConfig } from '../auth-config'
  export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => authConfig)`

function layoutWith(imports: string, expression: string): string {
  return `
    import { component$, Slot } from '@builder.io/qwik'
    ${imports}
    export default component$(() => (
      <><button onClick$={() => console.log(${expression})}>Start</button><Slot /></>
    ))`
}

const plainPage = `
  import { component$ } from '@builder.io/qwik'
  export default component$(() => <p>Hello</p>)`

const sharedConfig = (more: string): string => `
  import { Pool } from './pool'
  export const siteName = 'A shop'
  ${more}
  export const authConfig = { trustHost: true, providers: [], pool }`

/** Ways in which a value of the config reaches the browser without its name. */
const hiddenLeaks: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  [
    'no component imports the file of the config',
    {
      'src/routes/index.tsx': plainPage,
      'src/auth-config.ts': sharedConfig(`const pool = new Pool({ url: 'canary-in-the-pool' })`),
      'src/routes/layout.tsx': layoutWith(`import { siteName } from '../auth-config'`, 'siteName'),
    },
    'authConfig',
  ],
  [
    'the file of the config exports a value, and the bundler keeps only its call',
    {
      [plugin]: `
        import { routeAuth$ } from 'latchkey'
        import { Pool } from '../pool'
        export const database = new Pool({ url: 'canary-in-the-pool' })
        export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => ({
          trustHost: true, providers: [], adapter: database as any,
        }))`,
    },
    'database',
  ],
  [
    'a module imports the text of a file with a value',
    {
      'src/auth-config.ts': `export const authConfig = { secret: 'canary-in-the-text', providers: [] }`,
      'src/routes/layout.tsx': layoutWith(`import text from '../auth-config.ts?raw'`, 'text'),
    },
    'authConfig',
  ],
  [
    'a component reads another part of a JSON file',
    {
      'src/settings.json': JSON.stringify({ google: { id: 'id', secret: 'canary-in-the-json' } }),
      'src/auth-config.ts': `
        import settings from './settings.json'
        export const authConfig = { providers: [], secret: settings.google.secret }`,
      'src/routes/layout.tsx': layoutWith(
        `import { google } from '../settings.json'`,
        'JSON.stringify(google)',
      ),
    },
    'default',
  ],
  [
    'the config imports the text of a key',
    {
      'src/apple.p8': '-----BEGIN PRIVATE KEY-----\ncanary-in-a-key\n-----END PRIVATE KEY-----\n',
      'src/auth-config.ts': `
        import key from './apple.p8?raw'
        import { Pool } from './pool'
        export const siteName = 'A shop'
        export const started = new Pool('other')
        export const authConfig = { trustHost: true, providers: [new Pool({ privateKey: key })] }`,
      'src/routes/layout.tsx': layoutWith(`import { siteName } from '../auth-config'`, 'siteName'),
    },
    'default',
  ],
  [
    'a callback of a module further away holds it',
    {
      'src/auth-config.ts': `
        import { directory } from './directory'
        export const authConfig = { trustHost: true, providers: [directory] }`,
      'src/directory.ts': `
        import { Pool } from './pool'
        const password = 'canary-in-a-callback'
        export const fields = ['name']
        export const directory = new Pool({ authorize: () => password })`,
      'src/routes/layout.tsx': layoutWith(`import { fields } from '../directory'`, 'fields.join()'),
    },
    'password',
  ],
]

const envSecret = 'canary-of-the-environment-0123456789'

/** Vite's config with the plugin, more options, and more plugins. */
function configWith(options: string, plugins = ''): string {
  return viteConfig(`latchkey(), ${plugins}`).replace('build:', `${options} build:`)
}

/** Emits the secret of the environment in a hook. */
function emitting(hook: string): string {
  const file = `{ type: 'asset', fileName: 'late.js', source: 'a("${envSecret}")' }`
  return `{ name: 'late', ${hook}: { order: 'post', handler() { this.emitFile(${file}) } } },`
}

/** Ways in which a secret of the environment reaches the browser. */
const environmentLeaks: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
  [
    '`define` contains it',
    {
      [config]: configWith(`define: { __KEY__: JSON.stringify('${envSecret}') },`),
      'src/routes/layout.tsx': layoutWith('', '__KEY__'),
    },
    /q-.*\.js publishes the value of AUTH_SECRET/,
  ],
  [
    '`envPrefix` is the prefix of its name',
    {
      [config]: configWith(`envPrefix: 'AUTH_',`),
      'src/routes/layout.tsx': layoutWith('', 'import.meta.env'),
    },
    /`envPrefix` contains 'AUTH_', so Vite publishes AUTH_SECRET/,
  ],
  ['`envPrefix` is empty', { [config]: configWith(`envPrefix: '',`) }, /envPrefix/],
  [
    'another plugin emits it after ours',
    { [config]: configWith('', emitting('generateBundle')) },
    /late\.js publishes the value of AUTH_SECRET/,
  ],
]

/** All that may be left of us: the call that makes the loader and the actions. */
const inBrowser = /\/latchkey\/dist\/qwik\/index\.qwik\.mjs$/
/** The components, and what they load when a visitor uses a passkey. */
const components = /\/latchkey\/dist\/(?:qwik\/ui\/|passkeys\/ceremonies\.js$)/
const onServer = /\/(?:jose|oauth4webapi|latchkey)\/dist\/|\/src\/users\.ts$|Auth_\w+\.js$/

describe('S1: the files of the browser', () => {
  it('have nothing of the config function of `routeAuth$`', async () => {
    expectClean(await app.build({ [plugin]: routeAuth }))
  })

  it('have nothing of the config function of `FrameworkAuth$` with the plugin', async () => {
    expectClean(await app.build({ [config]: withPlugin, [plugin]: frameworkAuth }))
  })

  variant('have nothing of guards, reads and updates on the server', async () => {
    expectClean(await app.build({ [plugin]: routeAuth, 'src/routes/index.tsx': guardedPage }))
  })

  it('have nothing of the engine, and no store, in an app that `init` was run in', async () => {
    const files = await initialise(folder, 'initialised', 'credentials,github,resend', '--page')
    expect(files['src/auth-adapter.ts']).toContain('libsql')
    expectClean(await app.build(files))
  })

  it.each([
    ['FrameworkAuth$, under a name of the application', renamed],
    ['routeAuth$', routeAuth],
  ])('have nothing of %s in their source maps, with the plugin', async (_, code) => {
    const maps = viteConfig('latchkey(),', `{ sourcemap: true, minify: false }`)
    const build = await app.build({ [config]: maps, [plugin]: code })
    expect([...build.files.keys()].filter((name) => name.endsWith('.map'))).not.toEqual([])
    expectClean(build)
  })

  it('have all of it without the plugin, so that these tests can fail', async () => {
    const build = await app.build({ [plugin]: frameworkAuth })
    expect(build.code).toBe(0)
    expect(leaks(build)).toEqual(canaries)
    expect(build.modules.filter(isOnServer)).not.toEqual([])
  })
})

describe('the plugin', () => {
  variant('follows an initializer through a module of the app', async () => {
    const build = await app.build({
      [config]: withPlugin,
      'src/auth.ts': `export { FrameworkAuth$ as our$, FrameworkAuthQrl as ourQrl } from 'latchkey'`,
      [plugin]: authPlugin(`import { our$ } from '../auth'`, 'our$'),
    })
    expectClean(build)
  })

  it('fails the build where it cannot follow one, and writes nothing', async () => {
    const build = await app.build({
      [config]: withPlugin,
      'src/auth.ts': `
        import { FrameworkAuth$, FrameworkAuthQrl } from 'latchkey'
        export const our$ = FrameworkAuth$
        export const ourQrl = FrameworkAuthQrl`,
      [plugin]: authPlugin(`import { our$ } from '../auth'`, 'our$'),
    })
    expect(leaks(build)).toEqual([])
    expect(build.output).toContain('The config would be published.')
    expect(build.code).not.toBe(0)
  })

  it('fails the build when a value of the config reaches the browser on another way', async () => {
    const page = `
      import { component$ } from '@builder.io/qwik'
      import { findUser } from '../users'
      import { useSession } from './plugin@auth'
      export default component$(() => {
        const session = useSession()
        return <button onClick$={() => findUser()}>{session.value?.user?.name}</button>
      })`
    const files = { [config]: withPlugin, [plugin]: frameworkAuth, 'src/routes/index.tsx': page }
    const build = await app.build(files)
    expect(build.output).toContain('publishes `findUser`')
    expect(build.code).not.toBe(0)
    const allowed = viteConfig(`latchkey({ publicValues: ['findUser'] }),`)
    expect((await app.build({ ...files, [config]: allowed })).code).toBe(0)
  })

  it.each(firstOf(hiddenLeaks))('fails the build when %s', async (_, files, published) => {
    const build = await app.build({
      [config]: viteConfig('latchkey(),', `{ sourcemap: 'inline', minify: false }`),
      [plugin]: configOfFile,
      'src/pool.ts': pool,
      ...files,
    })
    expect(build.output).toContain(`publishes \`${published}\``)
    expect(build.code).not.toBe(0)
  })

  it.each(firstOf(environmentLeaks))('fails the build when %s', async (_, files, message) => {
    const build = await app.build({
      [plugin]: routeAuth,
      '.env': `AUTH_SECRET=${envSecret}`,
      ...files,
    })
    expect(build.output).toMatch(message)
    expect(build.code).not.toBe(0)
  })

  it('fails the build when the browser has a file that the config imports by a pattern', async () => {
    const files = {
      [config]: withPlugin,
      [plugin]: configOfFile,
      'src/pool.ts': pool,
      'src/auth-config.ts': `export { authConfig } from './providers'`,
      'src/providers.ts': `
        const load = (name) => import(\`./keys/\${name}.ts\`)
        export const authConfig = { trustHost: true, providers: [], load }`,
      'src/keys/google.ts': `
        import { Pool } from '../pool'
        export const label = 'Google'
        export const key = new Pool({ secret: 'canary-behind-a-pattern' })`,
    }
    const shared = layoutWith(`import { label } from '../keys/google'`, 'label')
    const build = await app.build({ ...files, 'src/routes/layout.tsx': shared })
    expect(build.output).toMatch(/publishes a file that src\/providers\.ts imports by a pattern/)
    expect(build.code).not.toBe(0)
    const server = await app.build(files)
    expect(server.output).not.toMatch(/error/i)
    expect(server.code).toBe(0)
  })

  variant.each([
    ['cannot be resolved', `import('./missing')`, 1],
    ['has a computed name', 'import(process.env.KEYS)', 0],
  ])(
    'follows no import that %s, because Vite builds nothing for it',
    async (_, expression, code) => {
      const build = await app.build({
        [config]: withPlugin,
        [plugin]: configOfFile,
        'src/auth-config.ts': `
          export const load = () => ${expression}
          export const authConfig = { trustHost: true, providers: [], load }`,
        'src/keys.ts': `globalThis.key = 'canary-in-a-file-beside'`,
        'src/routes/layout.tsx': layoutWith(`import { load } from '../auth-config'`, 'load()'),
      })
      expect(build.code).toBe(code)
      expect([...build.files.values()].join()).not.toContain('canary-in-a-file-beside')
    },
  )

  variant('leaves no module of the config in the source maps of a web worker', async () => {
    const build = await app.build({
      [config]: viteConfig('latchkey(),', `{ sourcemap: 'inline' }`),
      [plugin]: configOfFile,
      'src/pool.ts': pool,
      'src/auth-config.ts': `
        export const siteName = 'A shop'
        export const authConfig = { secret: 'canary-in-the-config', trustHost: true, providers: [] }`,
      'src/worker.ts': `import { siteName } from './auth-config'\npostMessage(siteName)`,
      'src/routes/layout.tsx': layoutWith(
        '',
        `new Worker(new URL('../worker.ts', import.meta.url), { type: 'module' })`,
      ),
    })
    expect(build.code).toBe(0)
    const worker = [...build.files].find(([name]) => /worker-.*\.js$/.test(name))?.[1] ?? ''
    const [, map = ''] = /base64,([A-Za-z0-9+/=]+)/.exec(worker) ?? []
    const text = Buffer.from(map, 'base64').toString('utf8')
    expect(text).toContain('worker.ts')
    expect(text).not.toContain('canary-in-the-config')
  })

  variant('lets a component use the same words as the config, also with source maps', async () => {
    const build = await app.build({
      [config]: viteConfig('latchkey(),', `{ sourcemap: true }`),
      [plugin]: configOfFile,
      'src/auth-config.ts': `
        export const authConfig = {
          secret: 'canary-in-the-config', providers: [], pages: { signIn: '/account/login' },
        }`,
      'src/routes/layout.tsx': layoutWith('', `'/account/login'`),
    })
    expect(build.output).not.toContain('publishes')
    expect(build.code).toBe(0)
    expect(leaks(build)).toEqual([])
  })

  variant('lets a component share a function that the config calls', async () => {
    const build = await app.build({
      [config]: withPlugin,
      'src/roles.ts': `export const isAdmin = (user) => user?.level > 3`,
      [plugin]: `
        import { routeAuth$ } from 'latchkey'
        import { isAdmin } from '../roles'
        export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => ({
          trustHost: true,
          providers: [],
          callbacks: { signIn: ({ user }) => isAdmin(user) },
        }))`,
      'src/routes/layout.tsx': layoutWith(`import { isAdmin } from '../roles'`, 'isAdmin({})'),
    })
    expect(build.output).not.toContain('publishes')
    expect(build.code).toBe(0)
  })

  variant(
    'lets a component share plain data of a database schema that the config reads',
    async () => {
      const build = await app.build({
        [config]: withPlugin,
        [plugin]: configOfFile,
        'src/auth-config.ts': `
        import { db } from './db'
        export const authConfig = { trustHost: true, providers: [], adapter: { db } }`,
        'src/db/index.ts': `
        import * as schema from './schema'
        export const db = { schema }`,
        'src/db/schema.ts': `
        const text = (name) => ({ name })
        export const statuses = ['open', 'closed'] as const
        export const users = { id: text('id'), email: text('email') }`,
        'src/routes/layout.tsx': layoutWith(`import { statuses } from '../db/schema'`, 'statuses'),
      })
      expect(build.output).not.toContain('publishes')
      expect(build.code).toBe(0)
    },
  )

  it('leaves the config function in the build of the server', async () => {
    const files = { [config]: withPlugin, [plugin]: frameworkAuth }
    const build = await app.build(files, { ssr: 'src/entry.ssr.tsx', outDir: 'dist' })
    expect(build.code).toBe(0)
    expect(leaks(build)).toEqual(canaries)
  })
})

function expectClean(build: Build): void {
  expect(build.output).not.toMatch(/error/i)
  expect(build.code).toBe(0)
  expect(leaks(build)).toEqual([])
  expect(build.modules.filter((id) => inBrowser.test(id))).toHaveLength(1)
  expect(build.modules.filter(isOnServer)).toEqual([])
}

function isOnServer(id: string): boolean {
  return onServer.test(id) && !inBrowser.test(id) && !components.test(id)
}

function leaks({ files }: Build): readonly string[] {
  // Inline maps are in base64.
  const inlined = [...files.values()].flatMap((text) =>
    Array.from(text.matchAll(/base64,([A-Za-z0-9+/=]+)/g)),
  )
  const decoded = inlined.map(([, data = '']) => Buffer.from(data, 'base64').toString('utf8'))
  const texts = [...files.values(), ...decoded]
  return canaries.filter((canary) => texts.some((text) => text.includes(canary)))
}
