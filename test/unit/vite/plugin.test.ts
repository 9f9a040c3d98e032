import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { latchkey, type LatchkeyOptions } from '../../../src/vite.js'
import { canary, configForms } from '../../package/build/config/forms.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-vite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Consumer = 'client' | 'server'
/** What the plugin has asked Vite to resolve. */
const resolved: string[] = []
type Bundle = Record<string, unknown>

/** What Vite gives a plugin to work with, as far as this one asks for it. */
function contextFor(
  consumer: Consumer,
  { made = {}, mode = 'build' }: { made?: Readonly<Record<string, string>>; mode?: string } = {},
): object {
  return {
    environment: { config: { consumer }, mode },
    meta: { rolldownVersion: '1' },
    resolve: async (specifier: string, importer: string) => {
      resolved.push(specifier)
      return { id: find(specifier, importer) }
    },
    error: (given: string | { message: string; pluginCode?: string }): never => {
      throw typeof given === 'string' ? new Error(given) : Object.assign(new Error(), given)
    },
    getModuleIds: () => [entry, ...Object.keys(made)].values(),
    getModuleInfo: (id: string) => ({
      code: made[id] ?? null,
      importers: id === entry ? Object.keys(made) : [],
      dynamicImporters: [],
    }),
  }
}

/** The last part of such an address is a password. */
const webhook = 'https://hooks.example.com/services/T0/B0/canary0canary1canary2'
const entry = '/node_modules/latchkey/dist/qwik/index.qwik.mjs'

function find(specifier: string, importer: string): string {
  if (['latchkey', '@auth'].includes(specifier)) return entry
  if (specifier === '@qwik.dev/core/build') return specifier
  if (specifier === 'acme-ui') return '/node_modules/acme-ui/dist/qwik/index.qwik.mjs'
  if (specifier === 'crypto') return '__vite-browser-external:crypto'
  if (specifier === 'latchkey/qwik2') return '/node_modules/latchkey/dist/qwik2/index.qwik.mjs'
  if (/\.p8\b|\?raw$/.test(specifier)) return resolve(dirname(importer), specifier)
  return specifier.startsWith('.')
    ? `${resolve(dirname(importer), specifier.replace(/\.ts$/, ''))}.ts`
    : `/node_modules/${specifier}/index.js`
}

interface Asked extends LatchkeyOptions {
  readonly mode?: 'build' | 'dev'
  readonly id?: string
  readonly consumer?: Consumer
  readonly plugin?: ReturnType<typeof latchkey>
}

async function transform(code: string, asked: Asked = {}): Promise<string> {
  const {
    id = join(folder, 'src/routes/plugin@auth.ts'),
    consumer = 'client',
    mode = 'build',
    plugin,
    ...options
  } = asked
  const hook = (plugin ?? latchkey(options)).transform as {
    handler(this: object, code: string, id: string): Promise<{ code: string } | null>
  }
  return (await hook.handler.call(contextFor(consumer, { mode }), code, id))?.code ?? code
}

async function generate(
  plugin: ReturnType<typeof latchkey>,
  bundle: Bundle,
  { consumer = 'client', made = {} }: { consumer?: Consumer; made?: Record<string, string> } = {},
): Promise<void> {
  await hookOf(plugin.generateBundle).call(contextFor(consumer, { made }), { dir: folder }, bundle)
}

type BundleHook = (this: object, options: object, bundle: Bundle) => Promise<void>

function hookOf(hook: unknown): BundleHook {
  return (hook as { handler: BundleHook }).handler
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** A module that calls the initializer with a config of its own. */
function authModule(before: string, config: string): string {
  return `import { routeAuth$ } from 'latchkey'\n${before}\nexport const auth = routeAuth$(() => (${config}))`
}

describe.each(['routeAuth$', 'FrameworkAuth$', 'QwikAuth$'] as const)(
  'a client build with %s',
  (name) => {
    const refused =
      /variable|namespace|factory|dynamic import|server function|server\$|address of the file/
    // The plugin file keeps such a client, and the last look at the bundle finds it.
    const others = configForms.filter((form) => form.name !== 'client beside the call')
    const forms = others.map((form) => [form.name, form] as const)

    it.each(forms.filter(([form]) => !refused.test(form)))('has no secret: %s', async (_, form) => {
      const stripped = await stripForm(form.files(name))
      expect(stripped).not.toContain(canary)
      // Of what only the config uses, not even the import is left.
      expect(stripped).not.toMatch(/google|auth-config/)
      expect(stripped).toMatch(/import \{ routeAuth\$ as \w+\$ \} from "latchkey"/)
      expect(stripped).toMatch(/\w+\$\(\(\) => null\)/)
    })

    it.each(forms.filter(([form]) => refused.test(form)))('fails: %s', async (_, form) => {
      await expect(stripForm(form.files(name))).rejects.toThrow(
        /The config would be published\.|Any visitor can call a server function/,
      )
    })

    async function stripForm(files: Readonly<Record<string, string>>): Promise<string> {
      write(files)
      const ids = Object.keys(files).map((name) => join(folder, name))
      const codes = await Promise.all(
        Object.values(files).map((code, index) => transform(code, { id: ids[index] ?? '' })),
      )
      return codes.at(-1) ?? ''
    }
  },
)

describe('an initializer', () => {
  it.each([
    [`export { routeAuth$ as make } from 'latchkey'`, 'does not end in `$`'],
    [`export { routeAuthQrl as make$ } from 'latchkey'`, 'does not end in `Qrl`'],
    [`import { routeAuth$ } from 'latchkey'\nexport default routeAuth$`, 'as a value'],
    [`import { routeAuth$ } from 'latchkey'\nexport { routeAuth$ as make }`, 'does not end in `$`'],
    [`import { routeAuth$ } from 'latchkey'\ncall(routeAuth$)`, 'as a value'],
    [`import { routeAuthQrl } from 'latchkey'\nrouteAuthQrl($(() => ({})))`, 'as a value'],
    [`import * as all from 'latchkey'\nexport const auth = all['routeAuth$'](f)`, 'import * as'],
    [`import * as all from 'latchkey'\ncall(all)`, 'import * as'],
    [`const { routeAuth$ } = await import('latchkey')`, 'import('],
    [`const { getSession, ...rest } = await import('latchkey')`, 'import('],
    [`const { getSession, [key]: made } = await import('latchkey')`, 'import('],
    [`const { getSession, routeAuth$: made } = await import('latchkey')`, 'import('],
    [`const made = (await import('latchkey'))[key]`, 'import('],
    [`export const load = () => import('latchkey').then((all) => all.getSession)`, 'import('],
    ['export const { FrameworkAuth$, FrameworkAuthQrl } = await import(`latchkey`)', 'import('],
    [`import * as all from 'latchkey'\nexport const authQrl = (q) => all[key](q)`, 'import * as'],
    ['import * as all from "latchkey"\nexport const a = all[`routeAuth$`](f)', 'import * as'],
    [`export const { routeAuth$: auth$ } = await import(name)`, '`auth$` may be an initializer'],
    ['const all = await import(`${a}b`)\nall["FrameworkAuthQrl"](q)', 'may be an initializer'],
    [`const all = import.meta.glob('./*.ts')\nexport const authQrl = all[0]`, 'by a computed name'],
    [
      `const all = await import(name)\nconst a = all[key]\nexport { a as authQrl }`,
      '`authQrl` may be',
    ],
    [
      `export let auth$\nexport const load = async () => { auth$ = (await import(name))[key] }`,
      '`auth$` may be',
    ],
    [`const made = {}\nmade.all = import(name)\nexport const auth$ = made.all`, '`auth$` may be'],
    [`export * as auth from 'latchkey'`, 'export * as'],
    [`export const auth = routeAuth$(() => ({}))`, 'does not import it'],
    [`export const auth = FrameworkAuthQrl(config)`, 'does not import it'],
    [`import { routeAuth$ } from 'latchkey'\nfor (const s of ['x']) routeAuth$(() => s)`, 'block'],
    [`import { routeAuth$ } from 'latchkey'\nwhile (next()) routeAuth$(() => 1)`, 'block'],
    [`import { routeAuth$ } from 'latchkey'\nswitch (a) { case 1: routeAuth$(() => 1) }`, 'block'],
    [`import { routeAuth$ } from 'latchkey'\nclass A { static a = routeAuth$(() => 1) }`, 'block'],
    [
      `import { routeAuth$ } from 'latchkey'\nexport function make(a) { return routeAuth$(() => a) }`,
      'inside a function',
    ],
  ])('fails the build where it cannot be followed: %s', async (code, reason) => {
    await expect(transform(code)).rejects.toThrow(reason)
    // Removing types also rewrites templates, so a script shows more forms.
    const id = join(folder, 'src/routes/plugin@auth.js')
    await expect(transform(code, { id })).rejects.toThrow(reason)
  })

  it.each([
    `import { getSession } from 'latchkey'\nexport const f = () => getSession()`,
    `import * as all from 'latchkey'\nexport const f = (event) => all.getSession(event)`,
    `export { routeAuth$, routeAuthQrl } from 'latchkey'`,
    `export const f = async (event) => { const { getSession } = await import('latchkey'); return getSession(event) }`,
    `export const f = async (event) => (await import('latchkey')).getSession(event)`,
    `import { routeAuth$ } from 'elsewhere'\nrouteAuth$(() => ({}))`,
    `import { routeAuth$ } from 'acme-ui'\nrouteAuth$(() => ({}))`,
    `import type { Session } from 'latchkey'\nexport const a: Session | null = null`,
    `const text = 'latchkey'`,
    `import { component$ } from '@builder.io/qwik'\nexport const A = component$(() => import(name))`,
    `const all = import.meta.glob('./*.ts')\nexport const use = () => all`,
    `const all = import.meta.glob('./*.ts')\nexport const user$ = of(1)\nexport const use = () => all`,
    `export const user$ = of(1)\nexport const use = () => { user$.next(); return import(name) }`,
    `const pages = import(name)\nexport const words = ['routeAuth$']`,
  ])('is not looked for in what does not call it: %s', async (code) => {
    expect(await transform(code)).toBe(code)
  })

  it('is followed through any number of modules, and modules that import each other', async () => {
    write({
      'src/one.ts': `export * from './two'\nexport * from './three'`,
      'src/two.ts': `export * from './one'\nimport { make$ } from './three'\nexport { make$ }`,
      'src/three.ts': `export { FrameworkAuth$ as make$, FrameworkAuthQrl as makeQrl } from 'latchkey/qwik2'`,
    })
    const code = await transform(
      `import { make$ } from '../one'\nexport const auth = make$(() => 'canary-')`,
    )
    expect(code).toMatch(
      /^import \{ routeAuth\$ as make\$ \} from "latchkey\/qwik2"\s+export const auth = make\$\(\(\) => null\)/,
    )
  })

  it.each([
    'createAuth$',
    'useAuth$',
    'onAuth$',
    'validator$',
    'вход$',
    '\\u0061$',
    '$',
    'a\\u0024',
  ])('is followed as %s, whatever the name looks like', async (name) => {
    const qrl = name.replace(/\$$|\\u0024$/, 'Qrl')
    write({
      'src/named.ts': `export // ours\n{ FrameworkAuth$ as ${name}, FrameworkAuthQrl as ${qrl} } from 'latchkey'`,
    })
    const code = await transform(
      `import { ${name} } from '../named'\nexport const auth = ${name}(() => 'canary-', 'canary-')`,
    )
    expect(code).not.toContain('canary-')
    expect(code).toContain('(() => null)')
  })

  it('is looked for in a file whose name ends as those of the optimizer do', async () => {
    const code = `import { routeAuth$ } from 'latchkey'\nrouteAuth$(() => 'canary-')`
    expect(await transform(code, { id: '/src/plugin@auth_credentials.js' })).not.toContain(
      'canary-',
    )
  })

  it('may be called with what another call made, and leaves the rest as it is', async () => {
    const code = await transform(`
      import { routeAuth$ } from 'latchkey'
      const a = routeAuth$(() => ({ aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: 1 }))
      export const { onRequest } = routeAuth$(() => ({ secret: a }))
      export const more = 1`)
    expect(code).toMatch(
      /export const \{ onRequest \} = routeAuth\$\(\(\) => null\);\s+export const more = 1/,
    )
  })

  it('is refused without its source, which the dev server would show in the browser', async () => {
    const code = `import { routeAuth$ } from 'latchkey'\nexport const auth$ = routeAuth$`
    await expect(transform(code, { mode: 'dev' })).rejects.toMatchObject({ pluginCode: 'refused' })
  })

  it('is left alone on the server, however it is used', async () => {
    const code = `import * as all from 'latchkey'\nexport const auth = all.routeAuth$(() => 'canary-')`
    expect(await transform(code, { consumer: 'server' })).toBe(code)
  })

  it('is left alone in packages and in what the optimizer made', async () => {
    const code = `import { routeAuth$ } from 'latchkey'\nrouteAuth$(() => 'canary-')`
    for (const id of ['/node_modules/a/index.js', '/src/a.ts_auth_x_Ab3dEf6hIj9.js']) {
      expect(await transform(code, { id })).toBe(code)
    }
  })
})

describe('a value that the config function uses', () => {
  it('goes with it, as long as nothing else uses it', async () => {
    const before = `
      import Google, { other } from 'google'
      import { a, b, c } from './values'
      import './effects'
      import './styles.css'
      const one = 'canary-1', shared = 'shared', two = [one, a]
      function make() { return two }
      class Store {}
      type Options = { readonly [name: string]: string }
      export const use = () => [shared, b, other]`
    const stripped = await transform(
      authModule(before, '{ make, shared, c, Google, store: new Store() }'),
    )
    expect(stripped).not.toMatch(/canary|make|Store|Google|\ba\b|\bc\b/)
    expect(stripped).toContain(`import { b as b } from "./values"`)
    expect(stripped).toContain(`import { other as other } from "google"`)
    expect(stripped).not.toContain('./effects')
    expect(stripped).toContain('./styles.css')
    expect(stripped).toMatch(/const shared = ["']shared["'];?\s/)
  })

  it('stays when the module exports it, and is looked for in the bundle', async () => {
    const plugin = latchkey()
    const id = join(folder, 'src/routes/plugin@auth.ts')
    const stripped = await transform(
      authModule(`export const providers = make('canary-')`, '{ providers }'),
      { plugin },
    )
    expect(stripped).toContain('canary-')
    const bundle = (code: string, renderedExports: string[] = []): Bundle => ({
      a: {
        type: 'chunk',
        fileName: 'build/a.js',
        code,
        modules: { [id]: { code, renderedExports } },
      },
    })
    await expect(generate(plugin, bundle('const auth = 1'))).resolves.toBeUndefined()
    await expect(generate(plugin, bundle(''))).resolves.toBeUndefined()
    await expect(generate(plugin, bundle('const providers$1 = 1'))).rejects.toThrow(
      'build/a.js publishes `providers`',
    )
    await expect(generate(plugin, bundle('x', ['providers']))).rejects.toThrow(
      'into a file of its own',
    )
    await expect(
      generate(plugin, bundle('const providers = 1'), { consumer: 'server' }),
    ).resolves.toBeUndefined()
    await expect(generate(plugin, bundle('const providersOfOthers = 1'))).resolves.toBeUndefined()
  })

  it.each([
    [`const name = 'n', secret = 'canary-'`, 'const name = "n", secret = "canary-"'],
    [`const [secret, name] = ['canary-', 'n']`, 'const [secret, name] = ["canary-", "n"]'],
  ])('is found in the bundle however it is declared: %s', async (before, rendered) => {
    const plugin = latchkey()
    const use = 'export const use = () => name + secret'
    await transform(authModule(`${before}\n${use}`, '{ secret }'), { plugin })
    const id = `${join(folder, 'src/routes/plugin@auth.ts')}_use_Ab3dEf6hIj9.js`
    const modules = { [id]: { code: rendered, renderedExports: [] } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).rejects.toThrow('publishes `')
  })

  it('is not resolved on the dev server, which would take its packages for ones of the browser', async () => {
    write({ 'src/mail.ts': `export const send = async () => (await import('nodemailer')).default` })
    const code = authModule(`import { send } from '../mail'`, '{ send }')
    for (const [mode, isResolved] of [
      ['build', true],
      ['dev', false],
    ] as const) {
      resolved.length = 0
      expect(await transform(code, { mode })).not.toContain('mail')
      expect(resolved.includes('nodemailer')).toBe(isResolved)
    }
  })

  it('is not followed into Latchkey, even if the package is linked from another folder', async () => {
    const own = relative(join(folder, 'src/routes'), resolve('src/vite/config-values'))
    const code = authModule(`import { findConfigValues } from '${own}'`, '{ findConfigValues }')
    resolved.length = 0
    await transform(code)
    expect(new Set(resolved)).toEqual(new Set(['latchkey', own]))
  })

  it.each([
    ['Qwik', '@qwik.dev/core/build', '@qwik.dev/core/build'],
    ['Node', 'node:crypto', '__vite-browser-external'],
    ['Node, without the prefix', 'crypto', '__vite-browser-external:crypto'],
  ])('is not what the config imports from %s', async (_, specifier, id) => {
    const plugin = latchkey()
    resolved.length = 0
    await transform(authModule(`import { a } from '${specifier}'`, '{ a }'), { plugin })
    expect(resolved.includes(specifier)).toBe(specifier === 'crypto')
    const modules = { [id]: { code: 'const a = 1', renderedExports: ['a', 'default'] } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).resolves.toBeUndefined()
  })

  it.each([
    ['before', `import { secret, config } from '../auth-config'`, '{ secret, config }'],
    ['after', `import { config, secret } from '../auth-config'`, '{ config, secret }'],
  ])(
    'is followed into callbacks, also when another value has led there %s',
    async (_, imports, config) => {
      const plugin = latchkey()
      write({
        'src/auth-config.ts': `export { config } from './config'\nexport { secret } from './secret'`,
        'src/config.ts': `import { secret } from './secret'\nexport const config = [secret]`,
        'src/secret.ts': `const word = 'canary-1'\nexport const secret = { check: () => word }`,
      })
      await transform(authModule(imports, config), { plugin })
      const modules = { [join(folder, 'src/secret.ts')]: { code: `const a = 'canary-1'` } }
      const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
      await expect(generate(plugin, bundle)).rejects.toThrow('publishes `word`')
    },
  )

  it('is found behind a module that hands it on', async () => {
    const plugin = latchkey()
    write({
      'src/values.ts': `export { secret } from './real'`,
      'src/real.ts': `export const secret = 1`,
    })
    await transform(authModule(`import { secret } from '../values'`, '{ secret }'), { plugin })
    const modules = { [join(folder, 'src/real.ts')]: { code: 'x', renderedExports: ['secret'] } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).rejects.toThrow('publishes `secret`')
  })

  describe('through a second module', () => {
    const files = {
      'src/auth-config.ts': `
        import Google from 'google'
        import { clientSecret } from './secrets'
        import { makeUrl } from './urls'
        const own = 'canary-of-its-own'
        export const siteName = 'The name of the site'
        export const providers = [Google({ clientSecret, own, url: makeUrl('/a') })]
        if (process.env.MORE) providers.push(Google({ clientSecret: 'canary-pushed' }))
        const note = 'used elsewhere, too'
        export const theme = () => [note, 'used elsewhere, too']
        export const callbacks = { session: () => siteName + note }`,
      'src/secrets.ts': `export const clientSecret = process.env.S ?? 'canary-in-dev'`,
      'src/urls.ts': `
        export const host = process.env.HOST ?? 'https://host.example'
        export function makeUrl(path) { return host + '/v1/' + path }`,
    }
    const rendered = (name: string, code: string, renderedExports: string[] = []): Bundle => {
      const modules = { [join(folder, name)]: { code, renderedExports } }
      return { a: { type: 'chunk', fileName: 'a.js', code, modules } }
    }
    const worker = (text: string): Bundle => ({
      w: { type: 'asset', fileName: 'assets/w.js', source: `post("${text}")` },
    })
    const build = async (): Promise<ReturnType<typeof latchkey>> => {
      const plugin = latchkey()
      write(files)
      const imports = `import { providers, callbacks } from '../auth-config'`
      await transform(authModule(imports, '{ providers, callbacks }'), { plugin })
      return plugin
    }

    it.each([
      ['its own export', rendered('src/secrets.ts', 'x', ['clientSecret']), 'clientSecret'],
      ['a text that is left', rendered('src/secrets.ts', `f("canary-in-dev")`), 'clientSecret'],
      [
        'a text of what it reads',
        rendered('src/auth-config.ts', `const a = "canary-of-its-own"`),
        'own',
      ],
      [
        'a call whose result nothing uses, with a value from the environment',
        rendered('src/auth-config.ts', `Google({ clientSecret: "defined" })`),
        'providers',
      ],
      [
        'what a callback reads',
        rendered('src/auth-config.ts', `const siteName = 'The name of the site'`),
        'siteName',
      ],
      ['what is pushed later', rendered('src/auth-config.ts', `f("canary-pushed")`), 'providers'],
      ['a text in a worker', worker('canary-in-dev'), 'clientSecret'],
      ['a value that a function reads', rendered('src/urls.ts', 'x', ['host']), 'host'],
    ])('it is found: %s', async (_, bundle, name) => {
      await expect(generate(await build(), bundle)).rejects.toThrow(
        new RegExp(`publishes (?:a text of )?\`${name}\``),
      )
    })

    it.each([
      ['a function on the way', rendered('src/urls.ts', `'/v1/'`, ['makeUrl'])],
      ['an export that the config does not read', rendered('src/auth-config.ts', 'x', ['theme'])],
      ['another use of the same words', rendered('src/auth-config.ts', `'used elsewhere, too'`)],
    ])('what the browser may share is left alone: %s', async (_, bundle) => {
      await expect(generate(await build(), bundle)).resolves.toBeUndefined()
    })
  })

  it.each([
    [`export * as secrets from './secrets'`, 'secrets.clientSecret'],
    [`import * as secrets from './secrets'\nexport { secrets }`, 'secrets.clientSecret'],
    [`export { clientSecret } from './secrets'`, 'all.clientSecret'],
  ])('is found behind a module that hands on a namespace: %s', async (barrel, value) => {
    const plugin = latchkey()
    write({
      'src/barrel.ts': barrel,
      'src/secrets.ts': `export const clientSecret = 'canary-in-dev'`,
    })
    const imports = value.startsWith('all.')
      ? `import * as all from '../barrel'`
      : `import { secrets } from '../barrel'`
    await transform(authModule(imports, `{ value: ${value} }`), { plugin })
    const modules = { [join(folder, 'src/secrets.ts')]: { code: `const a = "canary-in-dev"` } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).rejects.toThrow('a.js publishes')
  })

  it.each([
    [`const { secret } = await import('../secrets'); return { secret }`, 'secret', '`secret` of'],
    [`return (await import('../secrets')).secret`, 'secret', '`secret` of'],
    [`return (await import('../secrets')).default`, 'secret', undefined],
    ['return { ...(await import(`../secrets`)) }', 'secret', '`secret` of'],
  ])('is found behind an import inside of the config function: %s', async (body, name, found) => {
    const plugin = latchkey()
    write({ 'src/secrets.ts': `export const secret = 1\nexport default { a: 1 }` })
    await transform(
      `import { routeAuth$ } from 'latchkey'\nexport const auth = routeAuth$(async () => { ${body} })`,
      { plugin },
    )
    const modules = { [join(folder, 'src/secrets.ts')]: { code: 'x', renderedExports: [name] } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    const generated = generate(plugin, bundle)
    await (found === undefined
      ? expect(generated).resolves.toBeUndefined()
      : expect(generated).rejects.toThrow(`a.js publishes ${found}`))
  })

  it('fails the build when the config function imports a module whose name is computed', async () => {
    const code = `import { routeAuth$ } from 'latchkey'\nexport const auth = routeAuth$(() => import(name))`
    await expect(transform(code)).rejects.toThrow('name is computed')
  })

  it.each([`'./plugin@address.ts'`, '`./plugin@address.ts`', `'plugin@address.ts'`])(
    'fails the build when a module asks for the address of its file: %s',
    async (address) => {
      const id = join(folder, 'src/routes/page.tsx')
      const code = `export const at = new URL(${address}, import.meta.url)`
      write({ 'src/routes/plugin@address.ts': authModule('', `{ secret: 'canary-1' }`) })
      await expect(transform(code, { id })).rejects.toThrow('the text of a file with a config')
      write({ 'src/routes/plugin@address.ts': `export const a = 1` })
      expect(await transform(code, { id })).toBe(code)
    },
  )

  it('fails the build when the address of its file needs Vite to be found', async () => {
    const id = join(folder, 'src/routes/page.tsx')
    write({ 'src/routes/plugin@found.ts': authModule('', `{ secret: 'canary-1' }`) })
    const code = `export const at = new URL('./plugin@found', import.meta.url)`
    await expect(transform(code, { id })).rejects.toThrow('the text of a file with a config')
  })

  it.each(['raw', 'url', 'inline', 'v=1&raw'])(
    'fails the build when a module imports the text of its file: ?%s',
    async (query) => {
      const file = join(folder, 'src/routes/plugin@text.ts')
      write({ 'src/routes/plugin@text.ts': authModule('', `{ secret: 'canary-1' }`) })
      const code = `export default 'its text'`
      await expect(transform(code, { id: `${file}?${query}` })).rejects.toThrow('the text of this')
      write({ 'src/routes/plugin@text.ts': `export const a = 1` })
      expect(await transform(code, { id: `${file}?${query}` })).toBe(code)
    },
  )

  it.each([
    ['itself', '', `import.meta.glob('../providers/*.ts', { eager: true })`],
    ['in a constant', `const found = import.meta.glob('../providers/*.ts')`, 'found'],
  ])(
    'fails the build when the config function reads a pattern of files: %s',
    async (_, before, value) => {
      await expect(transform(authModule(before, `{ value: ${value} }`))).rejects.toThrow(
        'Import each of these files by its name.',
      )
    },
  )

  describe('in a module that imports files by a pattern', () => {
    const build = async (pattern: string): Promise<ReturnType<typeof latchkey>> => {
      const plugin = latchkey()
      write({
        'src/config.ts': `export { found } from './auth/found'`,
        'src/auth/found.ts': `export const found = (name) => ${pattern}`,
      })
      await transform(authModule(`import { found } from '../config'`, '{ found }'), { plugin })
      return plugin
    }
    const containing = (file: string, code: string | null = 'x'): Bundle => {
      const modules = { [join(folder, file)]: { code, renderedExports: [] } }
      return { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    }

    it.each([
      `import.meta.glob('./keys/*.ts')`,
      `import.meta.glob(['!**/button.tsx', './keys/{a,b}.ts'], { eager: true })`,
      `import.meta.glob('/src/auth/**/a.ts')`,
      `import.meta.glob('~/auth/keys/*')`,
      `import.meta.glob('@/auth/keys/*')`,
      `import.meta.glob('./keys/@(a|b).ts')`,
      `import.meta.glob('./a*.ts', { base: '/src/auth/keys' })`,
      `import.meta.glob('./keys/a.ts')`,
      'import(`./keys/${name}.ts`)',
      'import(`./k${name}`)',
      `import('../auth/keys/' + name + '.ts')`,
      `import('./keys/'.concat(name, '.ts'))`,
      'import(`@/auth/keys/${name}.ts`)',
    ])('fails the build if the browser has one of them: %s', async (pattern) => {
      const plugin = await build(pattern)
      for (const file of ['src/auth/keys/a.ts', 'src/auth/keys/a.ts_use_Ab3dEf6hIj9.js']) {
        await expect(generate(plugin, containing(file))).rejects.toThrow(
          'a.js publishes a file that auth/found.ts imports by a pattern',
        )
      }
      // Nothing of these is in the browser's files.
      for (const bundle of [
        containing('src/auth/keys/a.ts', null),
        containing('src/components/button.tsx'),
        containing('node_modules/auth/keys/a.ts'),
        containing('src/auth/found.ts'),
      ]) {
        await expect(generate(plugin, bundle)).resolves.toBeUndefined()
      }
    })

    it('lets the server load what is not a module of the build', async () => {
      const plugin = await build('import(name)')
      await expect(generate(plugin, containing('src/auth/keys/a.ts'))).resolves.toBeUndefined()
    })
  })

  it.each([
    ['a field', `export class Store { key = 'canary-1' }`],
    ['a private field', `export class Store { #key = 'canary-1' }`],
    ['a static field', `export class Store { static key = 'canary-1' }`],
    ['a static block', `export class Store { static { this.key = 'canary-1' } }`],
    ['a class expression', `export const Store = class { key = 'canary-1' }`],
    ['another variable', `const key = 'canary-1'\nexport class Store { key = key }`],
  ])('is found in a class of a module further away: %s', async (_, code) => {
    const plugin = latchkey()
    write({
      'src/config.ts': `import { Store } from './store'\nexport const store = new Store()`,
      'src/store.ts': code,
    })
    await transform(authModule(`import { store } from '../config'`, '{ store }'), { plugin })
    const bundle = (rendered: string): Bundle => {
      const modules = { [join(folder, 'src/store.ts')]: { code: rendered, renderedExports: [] } }
      return { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    }
    const published = generate(plugin, bundle(`class A { key = "canary-1" }`))
    await expect(published).rejects.toThrow(/publishes `(?:Store|key)`/)
    await expect(generate(plugin, bundle('class A {}'))).resolves.toBeUndefined()
  })

  it.each([
    [
      'a method of a class',
      `const pool = connect('canary-1')\nexport class Store { async find() { return pool.query() } }`,
      'src/store.ts',
    ],
    [
      'a constructor',
      `const pool = connect('canary-1')\nexport class Store { constructor() { this.pool = pool } }`,
      'src/store.ts',
    ],
    [
      'a function within a function',
      `const pool = connect('canary-1')\nexport function Store() { return [1].map(() => pool.query()) }`,
      'src/store.ts',
    ],
    [
      'a method, from another module',
      `import { pool } from './pool'\nexport class Store { async find() { return pool.query() } }`,
      'src/pool.ts',
    ],
  ])('is a client that only %s of a module further away uses', async (_, code, file) => {
    const plugin = latchkey()
    write({
      'src/config.ts': `import { Store } from './store'\nexport const store = new Store()`,
      'src/store.ts': `${code}\nexport const fields = ['name']`,
      'src/pool.ts': `export const pool = connect('canary-1')`,
    })
    await transform(authModule(`import { store } from '../config'`, '{ store }'), { plugin })
    const bundle = (rendered: string): Bundle => {
      const modules = { [join(folder, file)]: { code: rendered, renderedExports: ['fields'] } }
      return { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    }
    await expect(generate(plugin, bundle(`connect('canary-1')`))).rejects.toThrow('`pool` of')
    const shared = bundle(`const fields = ['name']\nclass Store {}`)
    await expect(generate(plugin, shared)).resolves.toBeUndefined()
  })

  it('is not what only has the name of a class member', async () => {
    const before = `
      class Store { name = 1; theme() {} }
      export const name = 'A shop', theme = 'dark'`
    const plugin = latchkey()
    await transform(authModule(before, '{ store: new Store() }'), { plugin })
    const modules = {
      [join(folder, 'src/routes/plugin@auth.ts')]: {
        code: `const name = 'A shop', theme = 'dark'`,
        renderedExports: ['name', 'theme'],
      },
    }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).resolves.toBeUndefined()
  })

  it.each([
    ['numbers', 'const signingKey = load([99, 97, 110])'],
    ['a short text', `const signingKey$1 = load(['ada'])`],
  ])('is found by its declaration, if its text cannot be searched for: %s', async (_, rendered) => {
    const plugin = latchkey()
    write({
      'src/keys.ts': `
        console.info('loaded')
        const load = (list) => new Map(list)
        const signingKey = load([99, 97, 110])
        export const siteName = 'A shop'
        export const config = { check: () => signingKey }`,
    })
    await transform(authModule(`import { config } from '../keys'`, '{ config }'), { plugin })
    const bundle = (code: string): Bundle => {
      const modules = { [join(folder, 'src/keys.ts')]: { code, renderedExports: ['siteName'] } }
      return { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    }
    await expect(generate(plugin, bundle(rendered))).rejects.toThrow('publishes `signingKey`')
    const shared = bundle(`console.info('loaded')\nconst load = (list) => new Map(list)`)
    await expect(generate(plugin, shared)).resolves.toBeUndefined()
  })

  it.each([
    ['a bare import', `import '../auth/google-canary'`],
    ['a bare import of a script that is named like a stylesheet', `import './canary.ts?.css'`],
    ['a call on an imported name', `import { mailer } from 'mail'\nmailer.setApiKey('canary-1')`],
    ['an assignment', `process.env.AUTH_SECRET ??= 'canary-1'`],
    ['a block', `{ const key = 'canary-1'; globalThis.key = key }`],
    ['a loop', `for (const key of ['canary-1']) globalThis.keys?.push(key)`],
    ['a condition', `const list = []\nif (globalThis.x) list.push('canary-1')`],
    ['a variable that nothing exports', `const registered = globalThis.register('canary-1')`],
    ['a class with a static block', `class Store { static { globalThis.key = 'canary-1' } }`],
    ['a comment', `// before: routeAuth$(() => ({ secret: 'canary-1' }))`],
    ['a directive', `'canary-1'`],
  ])('is kept from the browser if no export needs it: %s', async (_, before) => {
    for (const end of ['ts', 'js']) {
      const id = join(folder, `src/routes/plugin@auth.${end}`)
      const code = await transform(authModule(before, '{}'), { id })
      expect(code).not.toContain('canary')
      expect(code).toContain('export const auth = routeAuth$(() => null)')
    }
  })

  it('is what a statement beside it changes, too, so the browser does not get half of it', async () => {
    const plugin = latchkey()
    const before = `const shared = []\nshared.push('canary-1')\nexport const use = () => shared`
    const stripped = await transform(authModule(before, '{}'), { plugin })
    expect(stripped).not.toContain('canary')
    const id = join(folder, 'src/routes/plugin@auth.ts')
    const modules = { [id]: { code: 'const shared = []', renderedExports: ['use'] } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).rejects.toThrow('publishes `shared`')
  })

  it.each([
    ['a client', `export const stripe = new Stripe('canary-1')`],
    ['a client with three words', `export const stripe = new Stripe('plain-word-key')`],
    [
      'a client in a list of exports',
      `const stripe = new Stripe('canary-1')\nexport { stripe as payment }`,
    ],
    [
      'a client that another export uses',
      `const stripe = new Stripe('canary-1')\nexport const pay = () => stripe`,
    ],
    [
      'a client that a server function uses',
      `import { server$ } from '@builder.io/qwik-city'\nexport const stripe = new Stripe('canary-1')\nexport const pay = server$(() => stripe.charge())`,
    ],
    [
      'a client with a key in its own constant',
      `const key = 'canary-1'\nexport const stripe = new Stripe(key)`,
    ],
    ['a class that makes a client', `export class pay { static stripe = new Stripe('canary-1') }`],
    ['a default export', `export default new Stripe('canary-1')`],
    ['an assignment', `export const shared = (globalThis.shared ??= { apiKey: 'canary-1' })`],
    ['a `…$` function of the app', `export const bus = connect$({ apiKey: 'canary-1' })`],
    ['the address of a webhook', `export const hook = new Hook('${webhook}')`],
    [
      'a token in a header',
      `export const hook = fetcher({ a: 'Bearer sk_live_0123456789abcdef' })`,
    ],
    ['a long word', `export const hook = new Hook('${'secret'.repeat(5)}')`],
    ['a text like a path', `export const hook = new Hook('/Xk9$mP2!vQ7')`],
  ])('is not beside %s that the browser gets', async (_, before) => {
    const refused = transform(authModule(before, '{}'))
    await expect(refused).rejects.toThrow(
      /The call that makes `(?:stripe|pay|default|shared|bus|hook)` has a text that begins with `.{4}` and (?:is more than words|may be a key by its (?:letters|name))/,
    )
    const publicValues = ['stripe', 'pay', 'src/routes/plugin@auth.ts#default', 'shared']
    const plugin = latchkey({ publicValues: [...publicValues, 'bus', 'hook'] })
    await expect(transform(authModule(before, '{}'), { plugin })).resolves.toContain('auth')
  })

  it('may be beside a client whose key is imported, and the key is found in the bundle', async () => {
    const plugin = latchkey()
    write({ 'src/keys.ts': `export const key = 'canary-1'` })
    const before = `import { key } from '../keys'\nexport const stripe = new Stripe(key)`
    await transform(authModule(before, '{}'), { plugin })
    const modules = {
      [join(folder, 'src/keys.ts')]: { code: `const key = 'canary-1'`, renderedExports: ['key'] },
    }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).rejects.toThrow(
      /publishes `key` of src\/keys\.ts.* A call in routes\/plugin@auth\.ts reads it/,
    )
  })

  it.each([
    ['Qwik makes', `export const useCart = routeLoader$(() => load('canary-1'))`],
    [
      'Qwik checks',
      `import { zod$ } from '@builder.io/qwik-city'\nexport const rules = zod$({ a: text('not-an-address') })`,
    ],
    ['has only words', `export const Cart = createContextId('shop.cart.items')`],
    [
      'has names',
      `export const names = new Set(['contentEditor', 'docs.theme-context', '/a/:id/b'])`,
    ],
    ['is a function', `export const pay = () => new Stripe('canary-1')`],
    ['calls nothing', `export const key = 'canary-1'`],
    ['is an enum', `export enum State { Open = 'is-open-now' }`],
  ])('may be beside an export that %s', async (_, before) => {
    const plugin = latchkey()
    await transform(authModule(before, '{}'), { plugin })
    const id = join(folder, 'src/routes/plugin@auth.ts')
    const modules = { [id]: { code: before.replace('export ', ''), renderedExports: [] } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).resolves.toBeUndefined()
  })

  it('may be beside a client that no export needs, which the browser does not get', async () => {
    const stripped = await transform(authModule(`const stripe = new Stripe('canary-1')`, '{}'))
    expect(stripped).not.toContain('canary')
  })

  it('is found where a component imports the file that registers it', async () => {
    const plugin = latchkey()
    write({
      'src/registering.ts': `import { register } from './registry'\nregister('canary-1')\nexport const label = 'Label of it'`,
    })
    await transform(authModule(`import '../registering'`, '{}'), { plugin })
    const rendered = (code: string): Bundle => {
      const modules = { [join(folder, 'src/registering.ts')]: { code, renderedExports: ['label'] } }
      return { a: { type: 'chunk', fileName: 'a.js', code, modules } }
    }
    await expect(generate(plugin, rendered(`register('canary-1')`))).rejects.toThrow(
      /publishes what .*registering\.ts does when it is loaded/,
    )
    const label = rendered(`const label = 'Label of it'`)
    await expect(generate(plugin, label)).resolves.toBeUndefined()
  })

  describe('in the effects of a file that the config reads', () => {
    const build = async (
      files: Readonly<Record<string, string>>,
      before = `import { authConfig } from '../auth-config'`,
      config = '{ authConfig }',
    ): Promise<ReturnType<typeof latchkey>> => {
      const plugin = latchkey()
      write(files)
      await transform(authModule(before, config), { plugin })
      return plugin
    }
    const rendered = (file: string, code: string): Bundle => {
      const modules = { [join(folder, file)]: { code, renderedExports: ['siteName'] } }
      return { a: { type: 'chunk', fileName: 'a.js', code, modules } }
    }
    const authConfig = 'export const authConfig = { trustHost: true }'
    const canaryKey = 'canary-key-of-mails-1'

    it.each([
      ['a call on an imported name', `import { mail } from 'mail'\nmail.setKey('${canaryKey}')`],
      ['an assignment', `process.env.AUTH_SECRET ??= '${canaryKey}'`],
      ['a key of its own', `const key = '${canaryKey}'\nregister(key)`],
      ['the address of a webhook', `register('${webhook}')`],
      ['a URL with a password', `register('redis://:canary@cache')`],
      ['a private key', `register('-----BEGIN PRIVATE KEY-----\\n${canaryKey}')`],
    ])('is found: %s', async (_, effect) => {
      const plugin = await build({ 'src/auth-config.ts': `${effect}\n${authConfig}` })
      const code = effect.replace(/^import.*\n/, '')
      const published = generate(plugin, rendered('src/auth-config.ts', code))
      await expect(published).rejects.toThrow(/what .*auth-config\.ts does when it is loaded/)
    })

    it.each(['Europe/Berlin', 'YYYY-MM-DD', 'application/json', 'X-Requested-With', 'createdAt'])(
      'is no ordinary word: %s',
      async (word) => {
        const effect = `import dates from 'dates'\ndates.use('${word}')`
        const plugin = await build({ 'src/auth-config.ts': `${effect}\n${authConfig}` })
        const code = `dates.use('${word}')`
        const published = generate(plugin, rendered('src/auth-config.ts', code))
        await expect(published).resolves.toBeUndefined()
      },
    )

    it('may be allowed with the name of the file', async () => {
      const plugin = latchkey({ publicValues: ['src/auth-config.ts#import'] })
      const effect = `import { map } from 'map'\nmap.setKey('${canaryKey}')`
      write({ 'src/auth-config.ts': `${effect}\n${authConfig}` })
      const read = `import { authConfig } from '../auth-config'`
      await transform(authModule(read, '{ authConfig }'), { plugin })
      const published = rendered('src/auth-config.ts', `map.setKey('${canaryKey}')`)
      await expect(generate(plugin, published)).resolves.toBeUndefined()
    })

    it.each([
      ['a bare import', `import './firebase'\n${authConfig}`],
      ['a bare import behind one', `import './more'\n${authConfig}`],
      ['an imported key', `import { key } from './keys'\nregister(key)\n${authConfig}`],
    ])('is found behind %s', async (_, file) => {
      const effect = `import { registry } from './registry'\nregistry.setKey('${canaryKey}')`
      const plugin = await build({
        'src/auth-config.ts': file,
        'src/more.ts': `import './firebase'`,
        'src/firebase.ts': effect,
        'src/keys.ts': `export const key = '${canaryKey}'`,
      })
      const at = file.includes('keys') ? 'src/keys.ts' : 'src/firebase.ts'
      const published = generate(plugin, rendered(at, `f('${canaryKey}')`))
      await expect(published).rejects.toThrow('a.js publishes')
      const offered = 'If the text is public, add `src/firebase.ts#import` to `publicValues`'
      await (file.includes('keys')
        ? expect(published).rejects.not.toThrow('publicValues')
        : expect(published).rejects.toThrow(offered))
    })

    it.each([
      ['a call', `export const app = initializeApp({ privateKey: '${canaryKey}' })`],
      ['a client', `export const app = new App({ privateKey: '${canaryKey}' })`],
      [
        'a call that another export uses',
        `const app = f('${canaryKey}')\nexport const use = () => app`,
      ],
      ['a key of its own', `const key = '${canaryKey}'\nexport const app = f(key)`],
      ['a default export', `export default initializeApp({ privateKey: '${canaryKey}' })`],
      ['a static block', `export class App { static { f('${canaryKey}') } }`],
    ])(
      'is found in the declaration of a file that is imported for its effects: %s',
      async (_, file) => {
        const files = { 'src/firebase.ts': file }
        const direct = await build(files, `import '../firebase'`, '{}')
        const behind = await build({
          ...files,
          'src/auth-config.ts': `import './firebase'\n${authConfig}`,
        })
        for (const plugin of [direct, behind]) {
          const published = generate(plugin, rendered('src/firebase.ts', `f('${canaryKey}')`))
          await expect(published).rejects.toThrow(/what src\/firebase\.ts does when it is loaded/)
        }
      },
    )

    it.each([
      ['a client', `export const stripe = new Stripe('${canaryKey}')`],
      ['a key of its own', `const key = '${canaryKey}'\nexport const stripe = new Stripe(key)`],
      ['a default export', `export default new Stripe('${canaryKey}')`],
      ['a static field', `export class Payment { static stripe = new Stripe('${canaryKey}') }`],
      ['an imported key', `import { key } from './keys'\nexport const stripe = new Stripe(key)`],
      [
        'a server function',
        `export const stripe = new S('${canaryKey}')\nexport const pay = server$(() => stripe)`,
      ],
      [
        'an assignment',
        `export const shared = (globalThis.shared ??= { apiKey: 'plain-word-key' })`,
      ],
    ])('is found in a call that the config does not read: %s', async (_, call) => {
      const plugin = await build({
        'src/auth-config.ts': `${call}\n${authConfig}`,
        'src/keys.ts': `export const key = '${canaryKey}'`,
      })
      const at = call.includes('keys') ? 'src/keys.ts' : 'src/auth-config.ts'
      const code = call.includes('plain') ? `f({ apiKey: 'plain-word-key' })` : `f('${canaryKey}')`
      await expect(generate(plugin, rendered(at, code))).rejects.toThrow(
        /publishes (?:the call that makes `(?:stripe|default|Payment|shared)`|`key`) of src/,
      )
    })

    it('is not in a class whose fields are made later', async () => {
      const file = `export class Payment { stripe = new Stripe('${canaryKey}') }\n${authConfig}`
      const plugin = await build({ 'src/auth-config.ts': file })
      const code = `class Payment { stripe = new Stripe('${canaryKey}') }`
      const bundle = rendered('src/auth-config.ts', code)
      await expect(generate(plugin, bundle)).resolves.toBeUndefined()
    })

    it('is found behind an import inside of the config function', async () => {
      const files = {
        'src/register.ts': `import { registry } from 'a'\nregistry.setKey('${canaryKey}')`,
      }
      const plugin = await build(files, '', `{ a: () => import('../register') }`)
      const published = generate(plugin, rendered('src/register.ts', `f('${canaryKey}')`))
      await expect(published).rejects.toThrow('a.js publishes')
    })

    it('is found in a module further away, if the value reads the imported name', async () => {
      const file = `import { mail } from 'mail'\nmail.setKey('${canaryKey}')\nexport const siteName = 'A'`
      const files = {
        'src/auth-config.ts': `import { send } from './mail'\nexport const authConfig = { send }`,
        'src/mail.ts': `${file}\nexport const send = () => mail.send()`,
      }
      const plugin = await build(files)
      const bundle = rendered('src/mail.ts', `mail.setKey('${canaryKey}')`)
      await expect(generate(plugin, bundle)).rejects.toThrow('a.js publishes')
      const without = await build({ ...files, 'src/mail.ts': `${file}\nexport const send = f` })
      await expect(generate(without, bundle)).resolves.toBeUndefined()
    })

    it.each([
      ['a member', `globalThis.apiKey = 'plain-word-key'`],
      ['a member with a fallback', `globalThis.apiKey = env.KEY ?? 'plain-word-key'`],
      ['a property', `init({ privateKey: 'plain-word-key' })`],
      ['a property in quotes', `init({ 'api-key': 'plain-word-key' })`],
      ['a method', `mail.setApiKey('plain-word-key')`],
      ['a variable', `const apiKey = 'plain-word-key'\nregister(apiKey)`],
      ['a field of a class', `register(class { static apiKey = 'plain-word-key' })`],
    ])('is found by the name that it is given: %s', async (_, effect) => {
      const plugin = await build({ 'src/auth-config.ts': `${effect}\n${authConfig}` })
      const bundle = rendered('src/auth-config.ts', effect)
      await expect(generate(plugin, bundle)).rejects.toThrow(
        /with a text that begins with `.{4}` and may be a key by its name/,
      )
    })

    it.each([
      ['words with another name', `init({ theme: 'plain-word-key' })`],
      ['a key for finding something', `init({ storageKey: 'app-theme-mode' })`],
      ['the name of a column', `init({ 'session-token-id': 'session-token-id' })`],
      ['what a check says', `init({ password: text().min(8, 'password-too-short') })`],
      ['a word with the name of a key', `init({ key: 'Backspace' })`],
      ['what a key is compared with', `if (event.key === 'plain-word-key') start()`],
      ['a word', `addEventListener('visibilitychange', f)`],
      ['a sentence', `console.info('The site has loaded, version 2')`],
      ['a long noun', `console.info('Datenschutzgrundverordnung')`],
      ['the address of a page', `register('https://shop.example.com/v1/start')`],
      ['a path', `register('/account/sign-in-again')`],
      ['a long path with a digit', `register('${'/canary'.repeat(60)}/1')`],
      ['the path of a picture', `register('/images/logo-256.png')`],
    ])('is not %s', async (_, effect) => {
      const plugin = await build({ 'src/auth-config.ts': `${effect}\n${authConfig}` })
      const bundle = rendered('src/auth-config.ts', effect)
      await expect(generate(plugin, bundle)).resolves.toBeUndefined()
    })

    it('is not what another module of a barrel does', async () => {
      const plugin = await build({
        'src/auth-config.ts': `export * from './config'\nexport * from './ui'`,
        'src/config.ts': authConfig,
        'src/ui.ts': `register('x-large-2')\nexport const siteName = 'A shop'`,
      })
      const bundle = rendered('src/ui.ts', `register('x-large-2')`)
      await expect(generate(plugin, bundle)).resolves.toBeUndefined()
    })
  })

  it('leaves the import of an initializer that another name is exported under', async () => {
    const stripped = await transform(
      `import { routeAuth$, FrameworkAuth$ } from 'latchkey'\nexport { routeAuth$ }\nexport const auth = FrameworkAuth$(/* canary-1 */ () => ({}))`,
      { id: join(folder, 'src/routes/plugin@auth.js') },
    )
    expect(stripped).toContain('import { routeAuth$ as routeAuth$ } from')
    expect(stripped).toContain('import { routeAuth$ as FrameworkAuth$ } from "latchkey"')
    expect(stripped).not.toContain('canary')
  })

  it('is found in an enum, whose members are constants once types are removed', async () => {
    const plugin = latchkey()
    await transform(authModule(`export enum Key { Google = 'canary-1' }`, '{ key: Key.Google }'), {
      plugin,
    })
    const id = join(folder, 'src/routes/plugin@auth.ts')
    const modules = { [id]: { code: 'var Key = f(Key || {})', renderedExports: ['Key'] } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).rejects.toThrow('publishes `Key`')
  })

  it('is found in an enum that a statement beside the config reads', async () => {
    const plugin = latchkey()
    const before = `export enum Key { Google = 'canary-1' }\nregister(Key.Google)`
    await transform(authModule(before, '{}'), { plugin })
    const id = join(folder, 'src/routes/plugin@auth.ts')
    const modules = { [id]: { code: 'var Key = f(Key || {})', renderedExports: ['Key'] } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).rejects.toThrow('publishes `Key`')
  })

  it.each([
    ['it does not read', `export enum Key { Google = 'a' }`, '{}'],
    ['a text mentions', 'export const Key = `\nenum Key {`', '{}'],
    [
      'it reads another one',
      `export const enum Key { A = 'a' }\nenum Own { B = 'b' }`,
      '{ b: Own.B }',
    ],
    ['only has its type', `export declare enum Key { A }`, '{ a: 1 as Key }'],
  ])('is not an enum that %s', async (_, before, config) => {
    const plugin = latchkey()
    await transform(authModule(before, config), { plugin })
    const id = join(folder, 'src/routes/plugin@auth.ts')
    const modules = { [id]: { code: 'var Key = f(Key || {})', renderedExports: ['Key'] } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).resolves.toBeUndefined()
  })

  it('is found in an enum that a constant of the config reads', async () => {
    const plugin = latchkey()
    const before = `export const enum Key { Google = 'canary-1' }\nconst list = [Key.Google]`
    await transform(authModule(before, '{ list }'), { plugin })
    const id = join(folder, 'src/routes/plugin@auth.ts')
    const modules = { [id]: { code: 'var Key = f(Key || {})', renderedExports: ['Key'] } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).rejects.toThrow('publishes `Key`')
  })

  it.each([
    ['an enum', `export enum Key { Google = 'canary-1' }`, `{ secret: Key.Google }`],
    ['a const enum', `export const enum Key { Google = 'canary-1' }`, `{ secret: Key.Google }`],
    [
      'an enum in a list of exports',
      `enum Key { Google = 'canary-1' }\nexport { Key as Keys, type Other }`,
      `{ secret: Key.Google }`,
    ],
    [
      'an enum that a constant reads',
      `enum Key { A = 'canary-1' }\nconst all = [Key.A]`,
      `{ all }`,
    ],
    ['a text that looks like an enum', `const Key = 'enum Key { canary-1'`, `{ Key }`],
  ])('is found in the file that exports the config: %s', async (_, before, value) => {
    const plugin = latchkey()
    write({ 'src/auth-config.ts': `${before}\nexport const authConfig = ${value}` })
    const imports = `import { authConfig } from '../auth-config'`
    await transform(authModule(imports, '{ authConfig }'), { plugin })
    const rendered = (code: string): Bundle => {
      const modules = { [join(folder, 'src/auth-config.ts')]: { code, renderedExports: [] } }
      return { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    }
    await expect(generate(plugin, rendered('var Key = f(Key || {})'))).rejects.toThrow('`Key`')
    const text = rendered(`f(${/'.*'/.exec(before)?.[0] ?? ''})`)
    await expect(generate(plugin, text)).rejects.toThrow('a.js publishes')
    await expect(generate(plugin, rendered('var Keys = 1'))).resolves.toBeUndefined()
  })

  it.each(['export { Key }', 'export { /* all */ Key as Keys }', 'export { Key as default }'])(
    'is found in an enum of another file that exports it by a list: %s',
    async (list) => {
      const plugin = latchkey()
      const name = /(\w+) \}/.exec(list)?.[1] ?? ''
      write({
        'src/enums.ts': `enum Key { Google = 'canary-1' }\n${list}`,
        'src/auth-config.ts': `import { ${name} as Key } from './enums'\nexport const authConfig = { secret: Key.Google }`,
      })
      const imports = `import { authConfig } from '../auth-config'`
      await transform(authModule(imports, '{ authConfig }'), { plugin })
      const modules = { [join(folder, 'src/enums.ts')]: { code: `f('canary-1')` } }
      const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
      await expect(generate(plugin, bundle)).rejects.toThrow('src/enums.ts')
    },
  )

  it('may be a text that looks like an enum, in a list of exports', async () => {
    const plugin = latchkey()
    write({
      'src/enums.ts': `const Key = 'enum Key { canary-1'\nexport { Key }`,
      'src/auth-config.ts': `import { Key } from './enums'\nexport const authConfig = { Key }`,
    })
    const imports = `import { authConfig } from '../auth-config'`
    await transform(authModule(imports, '{ authConfig }'), { plugin })
    const modules = { [join(folder, 'src/enums.ts')]: { code: 'x', renderedExports: ['Key'] } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).rejects.toThrow('publishes `Key`')
  })

  it('is not found where only a comment mentions it', async () => {
    const plugin = latchkey()
    await transform(authModule(`export const secret = f()`, '{ secret }'), { plugin })
    const id = join(folder, 'src/routes/plugin@auth.ts')
    const modules = { [id]: { code: '/* secret */ const a = 1', renderedExports: [] } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).resolves.toBeUndefined()
  })

  it('may be public in one file only', async () => {
    const modules = {
      [join(folder, 'src/site.ts')]: { code: 'x', renderedExports: ['siteName'] },
    }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    for (const [value, isPublic] of [
      ['src/site.ts#siteName', true],
      ['./src/site.ts#siteName', true],
      ['src/other.ts#siteName', false],
    ] as const) {
      const plugin = latchkey({ publicValues: [value] })
      await transform(authModule(`import { siteName } from '../site'`, '{ siteName }'), { plugin })
      const generated = generate(plugin, bundle)
      await (isPublic
        ? expect(generated).resolves.toBeUndefined()
        : expect(generated).rejects.toThrow('publishes `siteName`'))
    }
  })

  it('has no source in maps whose paths the app has changed, and other files are left alone', async () => {
    const plugin = latchkey()
    await transform(authModule(`import { secret } from '../secrets'`, '{ secret }'), { plugin })
    const map = JSON.stringify({
      version: 3,
      sources: ['app:///x.ts'],
      sourcesContent: ['canary-1'],
    })
    const modules = { [join(folder, 'src/secrets.ts')]: { code: '', renderedExports: [] } }
    const chunk = { type: 'chunk', fileName: 'a.js', code: '', modules }
    const asset = { type: 'asset', fileName: 'a.js.map', source: map }
    const level = { type: 'asset', fileName: 'assets/level1.map', source: '#####' }
    await generate(plugin, { chunk, asset, level })
    expect(JSON.parse(asset.source).sourcesContent).toEqual([null])
    expect(level.source).toBe('#####')
  })

  it('is looked for once in each module of a barrel, however many ways lead there', async () => {
    const files: Record<string, string> = {}
    for (let level = 0; level < 12; level += 1) {
      const next = [0, 1, 2].map((at) => `export * from './level${level + 1}-${at}'`).join('\n')
      for (const at of [0, 1, 2]) files[`src/level${level}-${at}.ts`] = next
    }
    for (const at of [0, 1, 2]) files[`src/level12-${at}.ts`] = 'export const a = 1'
    write(files)
    const code = `import { user$ } from '../level0-0'\nuser$(1)`
    expect(await transform(code)).toBe(code)
  })

  it('keeps the attributes of an import of which a part is left', async () => {
    const before = `import all, { name } from './data.json' with { type: 'json' }\nexport { name }`
    const stripped = await transform(authModule(before, '{ all }'))
    expect(stripped).toMatch(/import \{ name as name \} from .*with \{ ?type: "json" ?\}/)
  })

  it('fails the build where another plugin has written the module that calls the initializer', async () => {
    const made = { 'virtual:auth': `import { routeAuthQrl } from 'latchkey'; routeAuthQrl(q)` }
    await expect(generate(latchkey(), {}, { made })).rejects.toThrow('virtual:auth')
    const wrapper = '/node_modules/acme-auth/lib/index.qwik.mjs'
    const packed = { [wrapper]: `import { routeAuthQrl } from 'latchkey'; routeAuthQrl(q)` }
    await expect(generate(latchkey(), {}, { made: packed })).rejects.toThrow('acme-auth')
    const text = { 'docs.mdx': `export default 'Call routeAuth$ and routeAuthQrl'` }
    await expect(generate(latchkey(), {}, { made: text })).resolves.toBeUndefined()
  })

  it('fails the build where another plugin imports an initializer at run time', async () => {
    const code = `const { routeAuthQrl } = await import('latchkey'); routeAuthQrl(q)`
    const context = {
      ...contextFor('client'),
      getModuleIds: () => [entry, 'virtual:auth'].values(),
      getModuleInfo: (id: string) => ({
        code: id === entry ? null : code,
        importers: [],
        dynamicImporters: id === entry ? ['virtual:auth'] : [],
      }),
    }
    const generated = hookOf(latchkey().generateBundle).call(context, { dir: folder }, {})
    await expect(generated).rejects.toThrow('virtual:auth')
  })

  it('fails the build where another plugin has added the import of an initializer', async () => {
    write({
      'src/named.ts': `export { FrameworkAuth$ as вход$, FrameworkAuthQrl as входQrl } from 'latchkey'`,
    })
    const id = join(folder, 'src/routes/plugin@auth.ts')
    const plugin = latchkey()
    const code = `export const auth = вход$(() => 'canary-')`
    expect(await transform(code, { plugin })).toBe(code)
    const made = {
      [id]: `import { входQrl } from '../named'\nexport const auth = входQrl(q)`,
      [join(folder, 'src/named.ts')]: `export { FrameworkAuthQrl as входQrl } from 'latchkey'`,
    }
    await expect(generate(plugin, {}, { made })).rejects.toThrow(id)
    const barrel = { [join(folder, 'src/named.ts')]: made[join(folder, 'src/named.ts')] ?? '' }
    await expect(generate(plugin, {}, { made: barrel })).resolves.toBeUndefined()
  })

  it('resolves each import once in the last look at the bundle', async () => {
    const named = join(folder, 'src/named.ts')
    write({ 'src/named.ts': `export { getSession as a, requireSession as b } from 'latchkey'` })
    const made = {
      [join(folder, 'src/page.ts')]: `import { a, b, c } from './named'\nuse(a, b, c)`,
      [named]: `export { getSession as a, requireSession as b } from 'latchkey'`,
    }
    resolved.length = 0
    await generate(latchkey(), {}, { made })
    expect(resolved.sort()).toEqual(['./named', 'latchkey'])
  })

  it('may be in the browser when the app says so', async () => {
    const plugin = latchkey({ publicValues: ['siteName'] })
    await transform(authModule(`import { siteName } from '../site'`, '{ siteName }'), { plugin })
    const module = { code: 'x', renderedExports: ['siteName'] }
    const modules = { [join(folder, 'src/site.ts')]: module }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
    await expect(generate(plugin, bundle)).resolves.toBeUndefined()
    const strict = latchkey()
    await transform(authModule(`import { siteName } from '../site'`, '{ siteName }'), {
      plugin: strict,
    })
    await expect(generate(strict, bundle)).rejects.toThrow(
      /publishes `siteName` .* as `siteName` or as `src\/site\.ts#siteName`\.$/,
    )
  })

  it('has no source in maps, be they files or inside of chunks', async () => {
    const plugin = latchkey()
    await transform(authModule(`import { secret } from '../secrets'`, '{ secret }'), { plugin })
    const map = JSON.stringify({
      version: 3,
      sources: ['../src/secrets.ts', '../src/other.ts', '../src/routes/plugin@auth.ts'],
      sourcesContent: ['canary-1', 'other', 'canary-2'],
    })
    const inline = `x//# sourceMappingURL=data:application/json;charset=utf-8;base64,${btoa(map)}`
    const chunk = { type: 'chunk', fileName: 'build/a.js', code: inline, modules: {} }
    const asset = { type: 'asset', fileName: 'build/b.js.map', source: Buffer.from(map) as unknown }
    const picture = { type: 'asset', fileName: 'a.svg', source: '<svg/>' }
    await generate(plugin, { chunk, asset, picture })
    const [, data = ''] = chunk.code.split('base64,')
    for (const text of [String(asset.source), atob(data)]) {
      expect(JSON.parse(text).sourcesContent).toEqual([null, 'other', null])
    }
    expect(picture.source).toBe('<svg/>')
  })
})

describe('a barrel of components', () => {
  const page = (name: string): string => `import { ${name} } from '../ui'\nuse(${name})`
  const at = (name: string): string => join(folder, `src/routes/${name}.ts`)

  it('is read once, however many pages import from it', async () => {
    write({
      'src/ui.ts': `export * from './card'\nexport * from './list'`,
      'src/card.ts': `export const Card = 1`,
      'src/list.ts': `export const List = 1`,
    })
    const plugin = latchkey()
    resolved.length = 0
    for (const name of ['one', 'two', 'three']) {
      await transform(page('Card'), { plugin, id: at(name) })
      await transform(page('List'), { plugin, id: at(name) })
    }
    const inBarrel = resolved.filter((specifier) => specifier !== '../ui')
    expect(inBarrel.sort()).toEqual(['./card', './list'])
    expect(resolved.filter((specifier) => specifier === '../ui')).toHaveLength(3)
  })

  it.each(['dev', 'build'] as const)('is read again when a file changes: %s', async (mode) => {
    const plugin = latchkey()
    write({ 'src/ui.ts': `export const make$ = 1` })
    const code = `import { make$ } from '../ui'\nexport const auth = make$(() => 'canary-')`
    const asked = { plugin, mode, id: at('page') }
    expect(await transform(code, asked)).toBe(code)
    write({ 'src/ui.ts': `export { routeAuth$ as make$ } from 'latchkey'` })
    ;(plugin.watchChange as () => void)()
    expect(await transform(code, asked)).not.toContain('canary-')
  })

  it('that leads to an initializer is followed for each name', async () => {
    const plugin = latchkey()
    write({
      'src/ui.ts': `export * from './card'\nexport * from './auth'`,
      'src/card.ts': `export const Card = 1\nexport * from './ui'`,
      'src/auth.ts': `export { routeAuth$ as make$, FrameworkAuth$ as other$ } from 'latchkey'`,
    })
    for (const name of ['Card', 'make$', 'other$', 'make$', 'Card']) {
      const code = `import { ${name} } from '../ui'\nexport const a = ${name}(() => 'canary-')`
      const stripped = await transform(code, { plugin, id: at(name.replace('$', '')) })
      expect(stripped.includes('canary-')).toBe(name === 'Card')
    }
  })
})

describe('the look at an app before its build', () => {
  const start = async (
    app: string,
    files: Readonly<Record<string, string>>,
    { srcDir, ...more }: { srcDir?: string; lib?: object; isLibrary?: boolean } = {},
  ): Promise<ReturnType<typeof latchkey>> => {
    const root = join(folder, app)
    write(Object.fromEntries(Object.entries(files).map(([name, text]) => [join(app, name), text])))
    const plugin = latchkey()
    const options = srcDir === undefined ? {} : { srcDir: join(root, srcDir) }
    const plugins = [
      { name: 'vite-plugin-qwik', api: { getOptions: () => options } },
      ...(more.isLibrary ? [] : [{ name: 'vite-plugin-qwik-city' }]),
    ]
    const config = { plugins, root, resolve: { alias: [] }, mode: 'production', envDir: false }
    ;(plugin.configResolved as unknown as (config: object) => void)(config)
    const context = contextFor('client')
    const environment = { config: { consumer: 'client', build: more }, mode: 'build' }
    await (plugin.buildStart as unknown as (this: object) => Promise<void>).call({
      ...context,
      environment,
    })
    return plugin
  }
  const auth = authModule(`import { authConfig } from '../auth-config'`, 'authConfig')
  const config = `export const authConfig = { secret: 'canary-1' }`
  const published = (file: string): Bundle => {
    const modules = { [join(folder, file)]: { code: `f('canary-1')`, renderedExports: [] } }
    return { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
  }
  const isFound = async (plugin: ReturnType<typeof latchkey>, file: string): Promise<void> => {
    await expect(generate(plugin, published(file))).rejects.toThrow('publishes `authConfig`')
  }

  it.each([
    ['the usual folder', 'usual', 'src/routes/plugin@auth.ts', 'src/auth-config.ts', undefined],
    ['the folder of `srcDir`', 'moved', 'app/routes/plugin@auth.ts', 'app/auth-config.ts', 'app'],
    ['another folder of routes', 'beside', 'pages/plugin@auth.ts', 'auth-config.ts', undefined],
  ])('finds an instance in %s', async (_, app, plugin, file, srcDir) => {
    const files = { [plugin]: auth, [file]: config }
    const found = await start(app, files, srcDir === undefined ? {} : { srcDir })
    await isFound(found, join(app, file))
  })

  it('knows what a plugin file keeps that has not changed since the last build', async () => {
    const file = 'src/routes/plugin@auth.ts'
    const code = authModule(
      `export const providers = f()\nexport enum Key { A }`,
      '{ providers, a: Key.A }',
    )
    const plugin = await start('watched', { [file]: code })
    for (const name of ['providers', 'Key']) {
      const modules = { [join(folder, 'watched', file)]: { code: 'x', renderedExports: [name] } }
      const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
      await expect(generate(plugin, bundle)).rejects.toThrow(`publishes \`${name}\``)
    }
  })

  it('follows a plugin file into a package of the workspace', async () => {
    const found = await start('workspace/app', {
      'src/routes/plugin@auth.ts': `export { onRequest } from '../../../auth/src/instance/auth'`,
      '../auth/src/instance/auth.ts': auth,
      '../auth/src/auth-config.ts': config,
    })
    await isFound(found, 'workspace/auth/src/auth-config.ts')
  })

  it('skips a file that is no script, and a factory that only tests import', async () => {
    const found = await start('helpers', {
      'src/routes/plugin@auth.ts': auth,
      'src/auth-config.ts': config,
      'src/templates/component.tsx': 'export const <%= name %> = component$(() => null)',
      'src/testing/make-auth.ts': `import { routeAuth$ } from 'latchkey'\nexport const make = (a) => routeAuth$(() => a)`,
    })
    await isFound(found, 'helpers/src/auth-config.ts')
  })

  it.each([
    [
      'a plugin file imports',
      'src/routes/plugin@auth.ts',
      `import { make } from '../make-auth'\nexport const { onRequest } = make({})`,
    ],
    ['the server imports', 'src/entry.node-server.tsx', `export * from './make-auth'`],
    ['a page imports at run time', 'src/pages/index.tsx', `() => import('../make-auth')`],
  ])('refuses a factory that %s', async (_, importer, code) => {
    const app = `refused/${importer.replaceAll(/\W/g, '-')}`
    const factory = `import { routeAuth$ } from 'latchkey'\nexport const make = (a) => routeAuth$(() => a)`
    const files = { [importer]: code, 'src/make-auth.ts': factory }
    await expect(start(app, files)).rejects.toThrow('inside a function')
  })

  it.each([
    'src/testing/index.ts',
    'src/testing/layout.ts',
    'src/testing/plugin.ts',
    'src/testing/menu.ts',
    'src/root-of-tests.ts',
    'src/routes/indexer.ts',
    'src/routes/layouts.ts',
  ])('takes no file for an entry that only has such a name: %s', async (helper) => {
    const app = `names/${helper.replaceAll(/\W/g, '-')}`
    const factory = `import { routeAuth$ } from 'latchkey'\nexport const make = (a) => routeAuth$(() => a)`
    const files = { 'src/routes/plugin@auth.ts': auth, 'src/auth-config.ts': config }
    await isFound(
      await start(app, { ...files, [helper]: factory }),
      join(app, 'src/auth-config.ts'),
    )
  })

  it.each([
    'src/routes/index.tsx',
    'src/routes/a/index@narrow.tsx',
    'src/routes/a/index!.tsx',
    'src/routes/a/layout-narrow!.tsx',
    'src/routes/layout.tsx',
    'src/routes/plugin.ts',
    'src/root.tsx',
    'src/routes/service-worker.ts',
    'src/server/entry.node-server.tsx',
  ])('takes a file of Qwik for an entry: %s', async (entryFile) => {
    const app = `entries/${entryFile.replaceAll(/\W/g, '-')}`
    const factory = `import { routeAuth$ } from 'latchkey'\nexport const make = (a) => routeAuth$(() => a)`
    const files = { 'src/routes/plugin@auth.ts': auth, 'src/auth-config.ts': config }
    const started = start(app, { ...files, [entryFile]: factory })
    await expect(started).rejects.toThrow('inside a function')
  })

  it('skips a file that imports one that does not parse, unless an entry leads to it', async () => {
    const files = {
      'src/routes/plugin@auth.ts': auth,
      'src/auth-config.ts': config,
      'src/tools/run.ts': `import { template } from './template'\nexport const run = () => template`,
      'src/tools/template.ts': 'export const template = {{name}}',
    }
    await isFound(await start('broken', files), 'broken/src/auth-config.ts')
    const used = {
      ...files,
      'src/routes/index.tsx': `export { run as default } from '../tools/run'`,
    }
    await expect(start('broken-and-used', used)).rejects.toThrow()
  })

  it('skips a plugin file outside of the sources that imports one that does not parse', async () => {
    const plugin = await start('broken-beside', {
      'pages/plugin@auth.ts': auth,
      'auth-config.ts': config,
      'templates/plugin.ts': `export { name } from './template'\nimport { name } from './template'`,
      'templates/template.ts': 'export const name = {{name}}',
    })
    await isFound(plugin, 'broken-beside/auth-config.ts')
  })

  it('refuses a factory in a plugin file outside of the sources', async () => {
    const factory = `import { routeAuth$ } from 'latchkey'\nconst make = (a) => routeAuth$(() => a)\nexport const { onRequest } = make({})`
    const started = start('factory-beside', { 'pages/plugin@auth.ts': factory })
    await expect(started).rejects.toThrow('inside a function')
  })

  it('fails the build of an app that imports Latchkey, if it finds no instance', async () => {
    const page = `import { requireSession } from 'latchkey'\nexport const onGet = (e) => requireSession(e)`
    const files = { 'src/routes/index.tsx': page }
    const lost = await start('lost', files)
    await expect(generate(lost, {})).rejects.toThrow('but no call of `routeAuth$`')
    const options = [{ lib: { entry: 'a.ts' } }, { isLibrary: true }]
    for (const more of options) {
      const library = await start('lost', files, more)
      await expect(generate(library, {})).resolves.toBeUndefined()
    }
    const without = await start('without', { 'src/routes/index.tsx': `export default 1` })
    await expect(generate(without, {})).resolves.toBeUndefined()
    const wrapped = await start('wrapped', {
      ...files,
      'src/routes/plugin@auth.ts': `export { onRequest } from '../../node_modules/acme/index'`,
      'node_modules/acme/index.ts': `import { routeAuthQrl } from 'latchkey'`,
    })
    await expect(generate(wrapped, {})).resolves.toBeUndefined()
    const unused = await start('unused', { 'src/testing/session.ts': page })
    await expect(generate(unused, {})).resolves.toBeUndefined()
  })

  it('does not miss an instance that a module of the browser has', async () => {
    const page = `import { requireSession } from 'latchkey'\nexport const onGet = (e) => requireSession(e)`
    const plugin = await start('late', { 'src/routes/index.tsx': page })
    await transform(authModule('', '{}'), { plugin, id: join(folder, 'elsewhere/auth.ts') })
    await expect(generate(plugin, {})).resolves.toBeUndefined()
  })
})

describe('a namespace that a module of the config imports', () => {
  const build = async (database: string, schema: string): Promise<ReturnType<typeof latchkey>> => {
    const plugin = latchkey()
    write({
      'src/auth-config.ts': `import { db } from './db'\nexport const authConfig = { db }`,
      'src/db.ts': `import * as schema from './schema'\n${database}`,
      'src/schema.ts': schema,
    })
    await transform(authModule(`import { authConfig } from '../auth-config'`, '{ authConfig }'), {
      plugin,
    })
    return plugin
  }
  const rendered = (code: string, renderedExports: string[]): Bundle => {
    const modules = { [join(folder, 'src/schema.ts')]: { code, renderedExports } }
    return { a: { type: 'chunk', fileName: 'a.js', code, modules } }
  }
  const schema = `
    export const statuses = ['open', 'closed'] as const
    export const users = table('users', { email: 'canary-1' })
    export const key = [99, 97, 110, 97, 114, 121, 45, 49]
    export const big = 0x63616e6172792d31n
    export const pattern = /canary-1/
    export const plain = { size: 12, isOpen: true, none: null }
    const own = load()
    export { own as token }
    export default __KEY__`

  it('lets the browser share plain data', async () => {
    const plugin = await build('export const db = { schema }', schema)
    const bundle = rendered(`const statuses = ['open', 'closed']`, ['statuses', 'plain'])
    await expect(generate(plugin, bundle)).resolves.toBeUndefined()
  })

  it('does not let the browser share data that a statement changes', async () => {
    const changed = `export const statuses = ['open']\nstatuses.push(load())`
    const plugin = await build('export const db = { schema }', changed)
    const bundle = rendered(`const statuses = ['open']`, ['statuses'])
    await expect(generate(plugin, bundle)).rejects.toThrow('publishes `statuses`')
  })

  it.each([
    ['users', rendered('const users = table()', ['users'])],
    ['users', rendered(`table('users', { email: 'canary-1' })`, [])],
    ['key', rendered('const key = [99]', ['key'])],
    ['big', rendered('const big = 1n', ['big'])],
    ['pattern', rendered('const pattern = /canary/', ['pattern'])],
    ['token', rendered('const a = load()', ['token'])],
    ['default', rendered('const a = "1234"', ['default'])],
  ])('is searched for each of its exports: %s', async (name, bundle) => {
    const plugin = await build('export const db = { schema }', schema)
    await expect(generate(plugin, bundle)).rejects.toThrow(`publishes \`${name}\` of`)
  })

  it('is searched for a text that two of its exports share', async () => {
    const twice = `export const a = f('canary-1')\nexport const b = f('canary-1')`
    const plugin = await build('export const db = [schema]', twice)
    await expect(generate(plugin, rendered(`f('canary-1')`, []))).rejects.toThrow('publishes `a`')
  })

  it('is searched for only those exports that are read', async () => {
    const plugin = await build('export const db = [schema.users, schema["token"]]', schema)
    await expect(generate(plugin, rendered('const key = [9]', ['key']))).resolves.toBeUndefined()
    for (const name of ['users', 'token']) {
      await expect(generate(plugin, rendered('x', [name]))).rejects.toThrow(`publishes \`${name}\``)
    }
    const computed = await build('const name = f()\nexport const db = schema[name]', schema)
    await expect(generate(computed, rendered('const key = [9]', ['key']))).rejects.toThrow('`key`')
  })

  it('is searched for all exports of a CommonJS module', async () => {
    const plugin = await build('export const db = { schema }', `module.exports = { a: f() }`)
    await expect(generate(plugin, rendered('x', ['a']))).rejects.toThrow('publishes exports of')
  })
})

describe('a value that the browser shares with the config', () => {
  const build = async (
    files: Readonly<Record<string, string>>,
  ): Promise<ReturnType<typeof latchkey>> => {
    const plugin = latchkey()
    write({
      'src/auth-config.ts': `import { users } from './users'\nexport const authConfig = { users }`,
      'src/users.ts': `import { find } from './db'\nexport const users = { find }`,
      'src/db.ts': `import { invariant } from './shared'\nexport const find = (id) => invariant(id)`,
      ...files,
    })
    const imports = `import { authConfig } from '../auth-config'`
    await transform(authModule(imports, '{ authConfig }'), { plugin })
    return plugin
  }
  const rendered = (file: string, code: string, renderedExports: string[] = []): Bundle => {
    const modules = { [join(folder, file)]: { code, renderedExports } }
    return { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
  }

  it('is named with its file and with the way from the config to it', async () => {
    const shared = `export const invariant = (x) => x === 'canary-1'`
    const plugin = await build({ 'src/shared.ts': shared })
    const published = generate(plugin, rendered('src/shared.ts', shared, ['invariant']))
    await expect(published).rejects.toThrow(
      'The config reads it through src/auth-config.ts → src/users.ts → src/db.ts → src/shared.ts.',
    )
    await expect(published).rejects.toThrow('as `invariant` or as `src/shared.ts#invariant`.')
  })

  it.each([
    ['an error', `if (!x) throw new Error('Invariant failed')`],
    ['an error of its own', `if (!x) throw new UserError('Invariant failed', { cause: x })`],
    ['a template', 'if (!x) throw new TypeError(`Invariant failed: ${x}`)'],
  ])('may be a function whose only texts are those of errors: %s', async (_, body) => {
    const shared = `export function invariant(x) { ${body} }`
    const plugin = await build({ 'src/shared.ts': shared })
    const bundle = rendered('src/shared.ts', shared.replace('export ', ''), ['invariant'])
    await expect(generate(plugin, bundle)).resolves.toBeUndefined()
    const direct = latchkey()
    const imports = `import { invariant } from '../shared'`
    await transform(authModule(imports, '{ invariant }'), { plugin: direct })
    await expect(generate(direct, bundle)).resolves.toBeUndefined()
  })

  it('is not a text in the options of an error, nor one of what only looks like an error', async () => {
    for (const body of [`new UserError({ key: 'canary-1' })`, `new Client('canary-1')`]) {
      const shared = `export function invariant(x) { return ${body} }`
      const plugin = await build({ 'src/shared.ts': shared })
      const bundle = rendered('src/shared.ts', body)
      await expect(generate(plugin, bundle)).rejects.toThrow('publishes `invariant`')
    }
  })

  it.each(['logo.svg', 'logo.png'])('may be a picture: %s', async (picture) => {
    const plugin = await build({
      'src/users.ts': `import logo from './${picture}?raw'\nexport const users = { logo }`,
      [`src/${picture}`]: '<svg></svg>',
    })
    const bundle = rendered(`src/${picture}`, 'const logo = "/logo"', ['default'])
    await expect(generate(plugin, bundle)).resolves.toBeUndefined()
  })

  it.each([
    ['the config itself', `{ providers: [] }`],
    ['a config in a function', `() => ({ secret: 'canary-1' })`],
    ['a client', `new Client()`],
    ['an object with calls', `{ a: f() }`],
    ['a list with calls', `[f()]`],
    ['what the environment contains', `process.env.KEY`],
    ['a call with a key', `createClient('canary-1')`],
    ['an address with a password', `new URL('https://app:canary-1@shop.example.com')`],
    ['a list with a key', `new Set(['canary-1'])`],
    ['a list that a call makes', `new Map(load())`],
    ['a secret that `define` writes', `import.meta.env.AUTH_SECRET`],
    ['the whole environment', `import.meta.env`],
  ])('is not offered for `publicValues` if it is %s', async (_, value) => {
    const plugin = await build({
      'src/db.ts': `import { invariant } from './shared'\nexport const find = [invariant]`,
      'src/shared.ts': `export const invariant = ${value}`,
    })
    const bundle = rendered('src/shared.ts', `const invariant = ${value}`, ['invariant'])
    const published = generate(plugin, bundle)
    await expect(published).rejects.toThrow('Move what the browser needs into a file of its own')
    await expect(published).rejects.not.toThrow('publicValues')
  })

  it.each([
    ['a text', `'A shop'`],
    ['a list', `['open', 'closed']`],
    ['a schema', `z.object({ email: z.string().email('Enter a valid e-mail address') })`],
    ['a function', `(x) => new Map([['canary-1', x]])`],
    ['a pattern of files', `import.meta.glob('./locales/*.json')`],
    ['a date', 'new Date()'],
    ['a map', 'new Map()'],
    ['a set of words', `new Set(['open', 'closed'])`],
    ['an object with a set', `{ states: new Set(['open', 'closed']) }`],
    ['an address', `new URL('https://shop.example.com')`],
    ['a pattern', `new RegExp('^[a-z]+$')`],
    ['the mode of the build', 'import.meta.env.DEV'],
    ['the base of the app', '`${import.meta.env.BASE_URL}login`'],
    ['a public variable', `{ apiKey: import.meta.env.PUBLIC_FIREBASE_API_KEY }`],
    ['a public variable of the process', 'process.env.PUBLIC_FIREBASE_API_KEY'],
    ['a variable with a prefix of the app', 'import.meta.env.SHOP_TITLE'],
  ])('is offered for `publicValues` if it is %s', async (_, value) => {
    const plugin = await build({
      'src/db.ts': `import { invariant } from './shared'\nexport const find = [invariant]`,
      'src/shared.ts': `export const invariant = ${value}`,
    })
    const bundle = rendered('src/shared.ts', `const invariant = ${value}`, ['invariant'])
    await expect(generate(plugin, bundle)).rejects.toThrow('add it to `publicValues`')
  })

  it.each([
    ['a number', 'pageSize', '20'],
    ['a product', 'day', '24 * 60 * 60'],
    ['words', 'labels', `['pending', 'completed']`],
    ['a sentence', 'greeting', '`Welcome to our shop`'],
    ['booleans', 'flags', '{ isOpen: true, isShown: !1 }'],
    ['a pattern', 'mailPattern', '/^[^@]+@[^@]+$/'],
    ['an address', 'home', `'https://shop.example.com/start'`],
    ['the mode of the build', 'isDev', 'import.meta.env.DEV'],
    ['what a browser knows', 'isBrowser', `typeof window !== 'undefined'`],
    ['a format', 'dates', `new Intl.DateTimeFormat('de')`],
    ['a frozen object', 'levels', 'Object.freeze({ admin: 1 })'],
    ['an empty cache', 'cache', 'new Map()'],
    ['an object of functions', 'format', '{ price: (x) => invoke(x) }'],
    ['a number whose name has a word for secrets', 'minPasswordLength', '12'],
    ['a pattern whose name has a word for secrets', 'passwordPattern', '/^.{8,}$/'],
    ['many secrets', 'maxTokens', '100'],
    ['a word with the name of a key', 'storageKey', `'theme'`],
  ])('may be a setting that a method reads: %s', async (_, name, value) => {
    const users = `import { ${name} } from './shared'\nexport class Users { list() { return ${name} } }`
    const beside = `const ${name} = ${value}\nexport const shown = ${name}`
    const forms = [
      { 'src/db.ts': users, 'src/shared.ts': `export const ${name} = ${value}` },
      { 'src/db.ts': `${beside}\nexport class Users { list() { return ${name} } }` },
    ]
    for (const [at, files] of [
      ['src/shared.ts', forms[0]],
      ['src/db.ts', forms[1]],
    ] as const) {
      const plugin = await build({
        'src/users.ts': `import { Users } from './db'\nexport const users = new Users()`,
        ...files,
      })
      const bundle = rendered(at, `const ${name} = ${value}`, [name, 'shown'])
      await expect(generate(plugin, bundle)).resolves.toBeUndefined()
    }
  })

  it.each([
    ['a key', 'region', `'canary-1'`, 'list() { return region }'],
    [
      'a short text with the name of a secret',
      'mailPassword',
      `'hunter'`,
      'list() { return mailPassword }',
    ],
    [
      'a number with the name of a secret',
      'accessToken',
      '123456',
      'list() { return accessToken }',
    ],
    ['a list of numbers', 'bytes', '[1, 2, 3, 4, 5, 6, 7, 8]', 'list() { return bytes }'],
    ['a large number', 'bits', '12345678n', 'list() { return bits }'],
    [
      'an encoded key',
      'bytes',
      `new TextEncoder().encode('my_super_secret')`,
      'list() { return bytes }',
    ],
    [
      'a request with a token',
      'headers',
      `{ authorization: 'Bearer 0123456789abcdef' }`,
      'list() { return headers }',
    ],
    [
      'a long word with the name of a key',
      'encryptionKey',
      `'thisisaverysecretkey'`,
      'list() { return encryptionKey }',
    ],
    ['a phrase with the name of a key', 'hmacKey', `'correct horse'`, 'list() { return hmacKey }'],
    ['a pepper', 'pepper', `'plain-horse-battery'`, 'list() { return pepper }'],
    ['the address of a webhook', 'hook', `'${webhook}'`, 'list() { return hook }'],
    ['a client', 'pool', 'new Pool()', 'list() { return pool }'],
    ['a value of the environment', 'region', 'process.env.REGION', 'list() { return region }'],
    ['a word that `define` replaces', 'region', '__REGION__', 'list() { return region }'],
    ['a word in a field', 'region', `'europe'`, 'region = region'],
    ['a word in a constructor', 'region', `'europe'`, 'constructor() { this.a = region }'],
  ])('is not a setting if it is %s', async (_, name, value, member) => {
    const plugin = await build({
      'src/users.ts': `import { Users } from './db'\nexport const users = new Users()`,
      'src/db.ts': `import { ${name} } from './shared'\nexport class Users { ${member} }`,
      'src/shared.ts': `export const ${name} = ${value}`,
    })
    const bundle = rendered('src/shared.ts', `const ${name} = ${value}`, [name])
    await expect(generate(plugin, bundle)).rejects.toThrow(`publishes \`${name}\``)
  })

  it.each([
    [
      'a field',
      'Mailer',
      `class Mailer { pass = 'correcthorsebattery'; list() { return this.pass } }`,
    ],
    ['a function', 'salted', `const salted = (u) => u + 'correct_horse_battery'`],
  ])('is not a setting if it is code with a text: %s', async (_, name, code) => {
    const plugin = await build({
      'src/db.ts': `import { ${name} } from './shared'\nexport const find = (u) => ${name}.toString(u)`,
      'src/shared.ts': `${code}\nexport { ${name} }`,
    })
    const bundle = rendered('src/shared.ts', code, [name])
    await expect(generate(plugin, bundle)).rejects.toThrow(`publishes \`${name}\``)
  })

  it.each([
    ['of the export', 'region', 'mailPassword'],
    ['of the declaration', 'mailPassword', 'region'],
  ])('is not a setting if a name says otherwise: that %s', async (_, declared, exported) => {
    const plugin = await build({
      'src/users.ts': `import { Users } from './db'\nexport const users = new Users()`,
      'src/db.ts': `import { ${exported} } from './shared'\nexport class Users { list() { return ${exported} } }`,
      'src/shared.ts': `const ${declared} = 'hunter'\nexport { ${declared} as ${exported} }`,
    })
    const bundle = rendered('src/shared.ts', `const ${declared} = 'hunter'`, [exported])
    await expect(generate(plugin, bundle)).rejects.toThrow(`publishes \`${exported}\``)
  })

  it('is not a setting that a statement changes', async () => {
    const plugin = await build({
      'src/db.ts': `export const sizes = []\nsizes.push(load())\nexport const find = () => sizes`,
    })
    const bundle = rendered('src/db.ts', 'const sizes = []', ['sizes'])
    await expect(generate(plugin, bundle)).rejects.toThrow('publishes `sizes`')
  })

  it('may be a pattern of files, if the app says so', async () => {
    const plugin = await build({
      'src/shared.ts': `export const invariant = () => import.meta.glob('./locales/*.json')`,
    })
    const published = generate(plugin, rendered('src/locales/en.json', 'x'))
    await expect(published).rejects.toThrow('add `src/shared.ts#invariant` to `publicValues`')
  })
})

describe('a large module of the config', () => {
  /** How many nodes are visited, and how many elements of lists may be compared. */
  const costOf = async (length: number): Promise<number> => {
    const lines = Array.from({ length }, (_, at) => {
      return `export const table${at} = f('table number ${at}')\ntable${at}.run()`
    })
    write({
      'src/db.ts': `import * as schema from './schema'\nexport const db = { schema }`,
      'src/schema.ts': lines.join('\n'),
    })
    const visit = vi.spyOn(Object, 'values')
    const compare = vi.spyOn(Array.prototype, 'includes')
    await transform(authModule(`import { db } from '../db'`, '{ db }'))
    const compared = compare.mock.contexts.map((list) => (list as unknown[]).length)
    const cost = visit.mock.calls.length + compared.reduce((sum, one) => sum + one, 0)
    visit.mockRestore()
    compare.mockRestore()
    return cost
  }

  it('costs twice as much if it is twice as long', async () => {
    const cost = await costOf(100)
    expect(await costOf(200)).toBeLessThan(cost * 3)
  })
})

describe('a source map', () => {
  const secret = join(folder, 'src/secrets.ts')
  const shared = join(folder, 'src/shared.ts')
  const mapOf = (sources: Readonly<Record<string, string>>): string =>
    JSON.stringify({
      version: 3,
      sources: Object.keys(sources).map((path) => `../${path}`),
      sourcesContent: Object.values(sources),
    })
  const build = async (): Promise<ReturnType<typeof latchkey>> => {
    const plugin = latchkey()
    write({ 'src/secrets.ts': `export const secret = { key: 'canary-1', page: '/account/login' }` })
    await transform(authModule(`import { secret } from '../secrets'`, '{ secret }'), { plugin })
    return plugin
  }
  const asset = (source: string): Bundle => ({
    a: { type: 'asset', fileName: 'build/a.js.map', source },
  })
  const finish = (
    plugin: ReturnType<typeof latchkey>,
    bundle: Bundle,
    made: Record<string, string> = {},
  ): Promise<void> =>
    hookOf(plugin.writeBundle).call(contextFor('client', { made }), { dir: folder }, bundle)

  it('that a chunk carries has no source of the config, because Vite writes it again', async () => {
    const map = JSON.parse(mapOf({ 'src/secrets.ts': 'canary-1', 'src/shared.ts': 'shared' }))
    const chunk = {
      type: 'chunk',
      fileName: 'build/a.js',
      code: '',
      map,
      modules: { [`${secret}_use_Ab3dEf6hIj9.js`]: { code: '', renderedExports: [] } },
    }
    await generate(await build(), { chunk }, { made: { [shared]: '' } })
    expect(chunk.map.sourcesContent).toEqual([null, 'shared'])
  })

  it('that a chunk carries is set again, because Rolldown notices nothing else', async () => {
    const map = JSON.parse(mapOf({ 'src/secrets.ts': 'canary-1' }))
    const set = vi.fn<(given: unknown) => void>()
    const chunk = { type: 'chunk', fileName: 'build/a.js', code: '', modules: {} }
    Object.defineProperty(chunk, 'map', { get: () => map, set })
    await generate(await build(), { chunk })
    expect(set).toHaveBeenCalledWith(map)
  })

  it('that another plugin writes after the search fails the build', async () => {
    const plugin = await build()
    const bundle = asset(mapOf({ 'src/secrets.ts': 'x' }))
    await expect(finish(plugin, bundle)).rejects.toThrow(
      `build/a.js.map publishes the source of ${secret}`,
    )
    const code = `x//# sourceMappingURL=data:application/json;base64,${btoa(mapOf({ 'src/secrets.ts': 'x' }))}`
    const chunk = { type: 'chunk', fileName: 'build/a.js', code, modules: {} }
    await expect(finish(plugin, { chunk })).rejects.toThrow('build/a.js publishes the source of')
  })

  it('that is changed on the disk fails the build', async () => {
    const plugin = await build()
    const clean = asset(mapOf({ 'src/shared.ts': 'x' }))
    write({ 'build/a.js.map': mapOf({ 'src/secrets.ts': 'x' }) })
    await expect(finish(plugin, clean)).rejects.toThrow(`publishes the source of ${secret}`)
    rmSync(join(folder, 'build/a.js.map'))
    await expect(finish(plugin, clean, { [shared]: '' })).resolves.toBeUndefined()
  })

  it('may contain a module of the browser that has the same words as the config', async () => {
    const plugin = await build()
    const text = `const page = '/account/login'`
    const inline = `x//# sourceMappingURL=data:application/json;base64,${btoa(mapOf({ 'src/shared.ts': text }))}`
    const chunk = { type: 'chunk', fileName: 'build/a.js', code: inline, modules: {} }
    const bundle = { ...asset(mapOf({ 'src/shared.ts': text })), chunk }
    await expect(generate(plugin, bundle, { made: { [shared]: '' } })).resolves.toBeUndefined()
  })

  it.each([
    ['a text', 'canary-1', `f('canary-1')`],
    ['a text of two lines', 'canary\\n-123', `f('canary\\n-123')`],
  ])('is searched for %s in sources that are no modules of the build', async (_, key, text) => {
    const plugin = latchkey()
    write({ 'src/secrets.ts': `export const secret = { key: '${key}' }` })
    await transform(authModule(`import { secret } from '../secrets'`, '{ secret }'), { plugin })
    const published = generate(plugin, asset(mapOf({ 'src/made-by-a-plugin.ts': text })))
    await expect(published).rejects.toThrow('build/a.js.map publishes a text of `secret`')
    // The whole value would contain more than this text.
    await expect(published).rejects.not.toThrow('src/secrets.ts#')
  })

  it('is not any JSON with the version of a map', async () => {
    const file = { type: 'asset', fileName: 'a.json', source: '{"version":3,"a":"canary-1"}' }
    await expect(generate(await build(), { file })).rejects.toThrow('a.json publishes a text of')
  })
})

describe('a file that the config imports', () => {
  const key = '-----BEGIN PRIVATE KEY-----\ncanaryMIIabcdef\n-----END PRIVATE KEY-----\n'
  const build = async (specifier: string): Promise<ReturnType<typeof latchkey>> => {
    const plugin = latchkey()
    write({
      'src/apple.p8': key,
      'src/auth-config.ts': `
        import key from '${specifier}'
        export const authConfig = { key }`,
    })
    await transform(authModule(`import { authConfig } from '../auth-config'`, '{ authConfig }'), {
      plugin,
    })
    return plugin
  }

  it.each(['./apple.p8?raw', './apple.p8?inline', './apple.p8'])(
    'is found in the bundle by its path: %s',
    async (specifier) => {
      const plugin = await build(specifier)
      for (const query of ['', '?raw', '?url']) {
        const id = `${join(folder, 'src/apple.p8')}${query}`
        const modules = { [id]: { code: 'const a = 1', renderedExports: [] } }
        const bundle = { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
        await expect(generate(plugin, bundle)).rejects.toThrow(
          /a\.js publishes `default` .* as `src\/apple\.p8#default`\.$/,
        )
      }
    },
  )

  it.each(['./apple.p8?url', './apple.p8?raw'])(
    'is found by its text where Vite copies it: %s',
    async (specifier) => {
      const plugin = await build(specifier)
      const asset = { type: 'asset', fileName: 'apple.p8', source: new TextEncoder().encode(key) }
      await expect(generate(plugin, { asset })).rejects.toThrow('apple.p8 publishes `default`')
      const code = `"data:application/octet-stream;base64,${btoa(key)}"`
      const chunk = { type: 'chunk', fileName: 'a.js', code, modules: {} }
      await expect(generate(plugin, { chunk })).rejects.toThrow('a.js publishes `default`')
    },
  )

  it('is found by a long line of it, which a key has', async () => {
    const line = 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg'
    const plugin = await build('./apple.p8?raw')
    write({ 'src/apple.p8': `-----BEGIN PRIVATE KEY-----\r\n${line}\r\n-----END PRIVATE KEY-----` })
    await transform(authModule(`import { authConfig } from '../auth-config'`, '{ authConfig }'), {
      plugin,
    })
    const asset = { type: 'asset', fileName: 'a.json', source: `{"key":"${line}"}` }
    await expect(generate(plugin, { asset })).rejects.toThrow('a.json publishes `default`')
  })

  it.each(['raw', 'url', 'inline'])(
    'is published as a whole if a module imports its text, however it spells its secrets: ?%s',
    async (query) => {
      const plugin = latchkey()
      write({
        'src/auth-config.ts': `import { check } from './check'\nexport const authConfig = { key: 'canary\\n\\x2d1', check }`,
        'src/check.ts': `export const check = (given) => given === 1`,
      })
      await transform(authModule(`import { authConfig } from '../auth-config'`, '{ authConfig }'), {
        plugin,
      })
      const copy = (file: string, code: string | null): Bundle => {
        const modules = {
          [`${join(folder, file)}?${query}`]: { code, renderedExports: ['default'] },
        }
        return { a: { type: 'chunk', fileName: 'a.js', code: '', modules } }
      }
      const published = generate(plugin, copy('src/auth-config.ts', 'const a = 1'))
      await expect(published).rejects.toThrow('a.js publishes `authConfig`')
      await expect(generate(plugin, copy('src/auth-config.ts', null))).resolves.toBeUndefined()
      await expect(generate(plugin, copy('src/check.ts', 'const a = 1'))).resolves.toBeUndefined()
    },
  )

  it('is found in any file also if it is one word', async () => {
    const plugin = await build('./apple.p8?raw')
    write({ 'src/apple.p8': 'password' })
    await transform(authModule(`import { authConfig } from '../auth-config'`, '{ authConfig }'), {
      plugin,
    })
    const asset = { type: 'asset', fileName: 'a.txt', source: 'the password' }
    await expect(generate(plugin, { asset })).rejects.toThrow('a.txt publishes `default`')
  })

  it('is a text also if it is a script', async () => {
    const plugin = latchkey()
    write({
      'src/template.ts': `export const a = 'canary-1'`,
      'src/auth-config.ts': `import text from './template.ts?raw'\nexport const authConfig = { text }`,
    })
    await transform(authModule(`import { authConfig } from '../auth-config'`, '{ authConfig }'), {
      plugin,
    })
    const asset = { type: 'asset', fileName: 'a.ts', source: `export const a = 'canary-1'` }
    await expect(generate(plugin, { asset })).rejects.toThrow('a.ts publishes `default`')
  })
})

describe('a web worker', () => {
  interface Guard {
    transform: { handler(this: object, code: string, id: string): Promise<unknown> }
    generateBundle: BundleHook
  }
  const guardOf = (plugin: ReturnType<typeof latchkey>): Guard => {
    const config = plugin.config as unknown as () => { worker: { plugins(): Guard[] } }
    const [guard] = config().worker.plugins()
    if (!guard) throw new Error('The plugin adds nothing to the build of workers.')
    return guard
  }
  const refusal = 'A web worker imports a module that uses an initializer.'

  it.each([
    ['calls an initializer', authModule('', '{}')],
    ['hands on an initializer', `import { routeAuth$ } from 'latchkey'\nexport default routeAuth$`],
  ])('must not import a module that %s', async (_, code) => {
    const { transform: hook } = guardOf(latchkey())
    const id = join(folder, 'src/routes/plugin@auth.ts')
    await expect(hook.handler.call(contextFor('client'), code, id)).rejects.toThrow(refusal)
    const other = `import { getSession } from 'latchkey'\nexport const f = getSession`
    expect(await hook.handler.call(contextFor('client'), other, id)).toBeNull()
  })

  it('must not contain a module of another plugin that uses an initializer', async () => {
    const made = { 'virtual:auth': `import { routeAuthQrl } from 'latchkey'; routeAuthQrl(q)` }
    const { generateBundle } = guardOf(latchkey())
    const generated = generateBundle.call(contextFor('client', { made }), { dir: folder }, {})
    await expect(generated).rejects.toThrow(`virtual:auth: ${refusal}`)
  })

  it('has no source of the config in its maps', async () => {
    const plugin = latchkey()
    await transform(authModule(`import { secret } from '../secrets'`, '{ secret }'), { plugin })
    const sources = ['../src/secrets.ts']
    const source = JSON.stringify({ version: 3, sources, sourcesContent: ['canary-1'] })
    const map = { type: 'asset', fileName: 'build/w.js.map', source }
    const bundle = { map }
    await guardOf(plugin).generateBundle.call(contextFor('client'), { dir: folder }, bundle)
    expect(map.source).not.toContain('canary')
  })
})

describe('a constant of the config', () => {
  type OptionsHook = (this: object, options: object) => object | null
  const hooks = (): readonly OptionsHook[] => {
    const plugin = latchkey()
    const config = plugin.config as unknown as () => {
      worker: { plugins(): { options: OptionsHook }[] }
    }
    const workers = config().worker.plugins()
    return [plugin.options as unknown as OptionsHook, ...workers.map(({ options }) => options)]
  }

  it('stays in its module, whatever the app asks of Rolldown', () => {
    expect(hooks()).toHaveLength(2)
    for (const options of hooks()) {
      const given = { input: 'a.ts', optimization: { inlineConst: true, pife: true } }
      expect(options.call({ meta: { rolldownVersion: '1' } }, given)).toEqual({
        input: 'a.ts',
        optimization: { inlineConst: false, pife: true },
      })
      expect(options.call({ meta: { rollupVersion: '4' } }, given)).toBeNull()
    }
  })

  it.each([undefined, true, { mode: 'all' as const }])(
    'is listed among the exports that Rolldown publishes: %j',
    async (inlineConst) => {
      write({
        'constant/a.js': `import { key } from './b.js'\nglobalThis.a = globalThis.b ?? key`,
        'constant/b.js': `export const key = 'canary-1'`,
      })
      const { rolldown } = await import('rolldown')
      const [options] = hooks()
      const build = await rolldown({
        input: join(folder, 'constant/a.js'),
        optimization: inlineConst === undefined ? {} : { inlineConst },
        plugins: [{ name: 'latchkey', options: options as never }],
      })
      const { output } = await build.generate({})
      const module = output[0].modules[join(folder, 'constant/b.js')]
      expect(module?.renderedExports).toEqual(['key'])
    },
  )
})

describe('a word of the config', () => {
  const build = async (users: string): Promise<ReturnType<typeof latchkey>> => {
    const plugin = latchkey()
    write({ 'src/users.ts': users })
    await transform(authModule(`import { findUser } from '../users'`, '{ findUser }'), { plugin })
    return plugin
  }
  const asset = (fileName: string, text: string, more: object = {}): Bundle => ({
    a: { type: 'asset', fileName, source: text, ...more },
  })
  const users = (text: string): string => `export const findUser = (c) => c.name === '${text}'`

  it.each([
    ['q-manifest.json', {}],
    ['assets/Ab3dEf6h-bundle-graph.json', {}],
    ['q-bundle-graph-Ab3dEf6h.json', {}],
    ['assets/Ab3dEf6h.json', { names: ['bundle-graph.json'] }],
    ['.vite/manifest.json', {}],
  ])('may be in a list of names that Qwik or Vite writes: %s', async (fileName, more) => {
    const route = '/account/reset-password-2'
    const plugin = await build(users(route))
    const text = JSON.stringify({ route })
    await expect(generate(plugin, asset(fileName, text, more))).resolves.toBeUndefined()
    const other = asset(fileName.replace(/\.json$/, '.txt'), text)
    await expect(generate(plugin, other)).rejects.toThrow('publishes a text of `findUser`')
  })

  it.each([
    'function',
    'Password',
    'PASSWORD',
    'reset-password',
    '/account/login',
    '/account/sign-in',
    'email_verified_at',
    'Sign me in',
  ])('may be in any other file: %s', async (text) => {
    const plugin = await build(users(text))
    await expect(generate(plugin, asset('a.json', text))).resolves.toBeUndefined()
  })

  it('may be the picture of a stylesheet', async () => {
    const plugin = await build(users('/images/logo-256.png'))
    const style = `a{background:url(/images/logo-256.png)}`
    await expect(generate(plugin, asset('a.css', style))).resolves.toBeUndefined()
  })

  it('is told by its first letters, and not as a whole', async () => {
    const published = generate(
      await build(users('hunter2hunter')),
      asset('a.json', 'hunter2hunter'),
    )
    await expect(published).rejects.toThrow('which begins with `hunt`.')
    await expect(published).rejects.not.toThrow('hunter')
  })

  it.each([
    'hunter2hunter',
    'hunTerHunter',
    'hunter!hunter',
    'my-own-horse',
    'correctHorseBatter',
    'correcthorsebattery',
    'correct_horse_battery_staple_word',
    'email_verified_2',
    '/account/correct-horse-battery-st',
  ])('is not what may be a secret: %s', async (text) => {
    const plugin = await build(users(text))
    await expect(generate(plugin, asset('a.json', text))).rejects.toThrow('a.json publishes')
  })

  it.each([
    ['double quotes', String.raw`"it's \"x\" Zoë…"`],
    ['single quotes', String.raw`'it\'s "x" Zoë…'`],
    ['escaped characters', String.raw`"it's \"x\" Zo\xEB\u2026"`],
    ['escaped characters in single quotes', String.raw`'it\'s "x" Zo\xEB\u2026'`],
    ['a template', '`it\'s "x" Zoë…`'],
  ])('is found in %s', async (_, written) => {
    const text = `it's "x" Zoë…`
    const plugin = await build(`export const findUser = (c) => c.name === ${JSON.stringify(text)}`)
    const code = `f(${written})`
    const modules = { [join(folder, 'src/users.ts')]: { code, renderedExports: [] } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code, modules } }
    await expect(generate(plugin, bundle)).rejects.toThrow('a.js publishes `findUser`')
  })

  it('is found in a template that escapes its own signs', async () => {
    const plugin = await build('export const findUser = (c) => c.name === "a`b ${c} d"')
    const code = 'f(`a\\`b \\${c} d`)'
    const modules = { [join(folder, 'src/users.ts')]: { code, renderedExports: [] } }
    const bundle = { a: { type: 'chunk', fileName: 'a.js', code, modules } }
    await expect(generate(plugin, bundle)).rejects.toThrow('a.js publishes `findUser`')
  })

  it('is found in a copy of the file that contains it, and in a file within the code', async () => {
    const plugin = await build(users('password'))
    const copy = asset('assets/a.ts', 'password', { originalFileNames: ['src/users.ts'] })
    await expect(generate(plugin, copy)).rejects.toThrow('assets/a.ts publishes a text of')
    const other = asset('assets/a.ts', 'password', { originalFileNames: ['src/words.ts'] })
    await expect(generate(plugin, other)).resolves.toBeUndefined()
    const code = `"data:text/plain;base64,${btoa('password')}"`
    const chunk = { type: 'chunk', fileName: 'a.js', code, modules: {} }
    await expect(generate(plugin, { chunk })).rejects.toThrow('a.js publishes a text of')
  })

  it('may be in a worker, which Vite adds as an asset as well', async () => {
    const plugin = await build(users('application/x.canary+1'))
    const [guard] = (
      plugin.config as unknown as () => {
        worker: { plugins(): { generateBundle: BundleHook }[] }
      }
    )().worker.plugins()
    const code = `fetch('/a', { headers: { accept: 'application/x.canary+1' } })`
    const worker = { type: 'chunk', fileName: 'w.js', code, modules: {} }
    await guard?.generateBundle.call(contextFor('client'), { dir: folder }, { worker })
    for (const end of ['\n', '\n//# sourceMappingURL=w.js.map\n']) {
      await expect(generate(plugin, asset('w.js', code + end))).resolves.toBeUndefined()
    }
    await expect(generate(plugin, asset('w.js', `${code};1`))).rejects.toThrow('w.js publishes')
  })

  it('is not looked for in pictures and fonts, which are not even decoded', async () => {
    const plugin = await build(users('canary-1'))
    const bytes = new TextEncoder().encode('canary-1')
    const decode = vi.spyOn(TextDecoder.prototype, 'decode')
    for (const fileName of ['a.png', 'a.JPG', 'a.woff2', 'a.mp4']) {
      const bundle = { a: { type: 'asset', fileName, source: bytes } }
      await expect(generate(plugin, bundle)).resolves.toBeUndefined()
    }
    const isDecoded = decode.mock.calls.some(([given]) => given === bytes)
    decode.mockRestore()
    expect(isDecoded).toBe(false)
    const picture = { a: { type: 'asset', fileName: 'a.svg', source: bytes } }
    await expect(generate(plugin, picture)).rejects.toThrow('a.svg publishes')
  })

  it('is written in its forms once, however many files are searched', async () => {
    const plugin = await build(users('canary-1'))
    const stringify = vi.spyOn(JSON, 'stringify')
    const files = Array.from({ length: 50 }, (_, at) => ({ fileName: `${at}.txt`, source: 'x' }))
    const bundle = Object.fromEntries(
      files.map((file) => [file.fileName, { type: 'asset', ...file }]),
    )
    await generate(plugin, bundle)
    const written = stringify.mock.calls.filter(([given]) => given === 'canary-1')
    stringify.mockRestore()
    expect(written).toHaveLength(1)
  })
})

describe('a secret of the environment', () => {
  const value = 'canary-0123456789-abcdefghij'
  afterEach(() => vi.unstubAllEnvs())

  /** What Vite resolves the app's config to, as far as this plugin reads it. */
  const configure = (plugin: ReturnType<typeof latchkey>, more: object = {}): void => {
    const hook = plugin.configResolved as unknown as (config: object) => void
    const config = { plugins: [], resolve: { alias: [] }, root: folder, mode: 'production' }
    hook({ ...config, envDir: join(folder, 'environment'), envPrefix: 'VITE_', ...more })
  }
  const chunk = (code: string): Bundle => ({
    a: { type: 'chunk', fileName: 'a.js', code, modules: {} },
  })
  const asset = (source: string | Uint8Array): Bundle => ({
    a: { type: 'asset', fileName: 'a.js', source },
  })

  it.each([
    ['a chunk', chunk(`const a = "${value}"`)],
    ['an asset', asset(`{"a":"${value}"}`)],
    ['bytes', asset(new TextEncoder().encode(value))],
    ['a list of names', { a: { type: 'asset', fileName: 'q-manifest.json', source: value } }],
    ['a file inside of a chunk', chunk(`"data:text/plain;base64,${btoa(value)}"`)],
  ])('fails the build when the browser gets it in %s', async (_, bundle) => {
    const plugin = latchkey()
    vi.stubEnv('AUTH_GOOGLE_SECRET', value)
    configure(plugin)
    await expect(generate(plugin, bundle)).rejects.toThrow(
      /^(?:a\.js|q-manifest\.json) publishes the value of AUTH_GOOGLE_SECRET\./,
    )
  })

  it('is a URL with a password, whatever its name is', async () => {
    const plugin = latchkey()
    const url = 'postgres://app:canary@db/app'
    vi.stubEnv('PRIMARY_STORE', url)
    configure(plugin)
    await expect(generate(plugin, chunk(url))).rejects.toThrow('the value of PRIMARY_STORE')
  })

  it.each([
    ['MAIL_API_KEY', 'process.env.MAIL_API_KEY', 'add `MAIL_API_KEY` to `publicValues`'],
    ['MAIL_API_KEY', `env.get('MAIL_API_KEY')`, 'the value of MAIL_API_KEY'],
    ['MAIL_API_KEY', 'process.env.MAIL_HOST', undefined],
    ['MAIL_PUBLISHABLE_KEY', 'process.env.MAIL_PUBLISHABLE_KEY', undefined],
    ['MAIL_SENDER', 'process.env.MAIL_SENDER', undefined],
    ['MAPS_API_KEY', 'process.env.MAPS_API_KEY', undefined],
  ])('is %s, if the config reads %s', async (name, read, message) => {
    const plugin = latchkey({ publicValues: ['MAPS_API_KEY'] })
    vi.stubEnv(name, value)
    configure(plugin)
    write({ 'src/mail.ts': `export const send = () => ${read}` })
    await transform(authModule(`import { send } from '../mail'`, '{ send }'), { plugin })
    const generated = generate(plugin, chunk(value))
    await (message === undefined
      ? expect(generated).resolves.toBeUndefined()
      : expect(generated).rejects.toThrow(message))
  })

  it('is also one that stands in a file of the environment', async () => {
    const plugin = latchkey()
    write({ 'environment/.env.production': `AUTH_SECRET="${value}"` })
    configure(plugin)
    await expect(generate(plugin, chunk(value))).rejects.toThrow('the value of AUTH_SECRET')
    configure(plugin, { mode: 'staging' })
    await expect(generate(plugin, chunk(value))).resolves.toBeUndefined()
    vi.stubEnv('AUTH_SECRET', value)
    configure(plugin, { envDir: false })
    await expect(generate(plugin, chunk(value))).rejects.toThrow('the value of AUTH_SECRET')
  })

  it.each([
    ['AUTH_TOKEN_URL', 'https://id.example.com/oauth/token?key=1'],
    ['AUTH_TOKEN_URL', 'https://app:pass@id.example.com/oauth/token'],
    ['AUTH_SECRET', 'https://id.example.com/oauth/token'],
  ])('may be an address: %s=%s', async (name, text) => {
    const plugin = latchkey()
    vi.stubEnv(name, text)
    configure(plugin)
    await expect(generate(plugin, chunk(text))).rejects.toThrow(`the value of ${name}`)
  })

  it.each([
    ['AUTH_GOOGLE_ID', value],
    ['AUTH_URL', 'https://shop.example.com/auth'],
    ['AUTH_TOKEN_URL', 'https://id.example.com/oauth/token'],
    ['AUTH_TOKEN_ENDPOINT', 'https://id.example.com/oauth/token'],
    ['AUTH_GOOGLE_SECRET', 'placeholder'],
    ['ANALYTICS_TOKEN', value],
  ])('is not %s=%s', async (name, text) => {
    const plugin = latchkey()
    vi.stubEnv(name, text)
    for (const more of [{ mode: 'staging' }, { envDir: false }]) {
      configure(plugin, more)
      await expect(generate(plugin, chunk(text))).resolves.toBeUndefined()
    }
  })

  it.each(['AUTH_', 'A', ['VITE_', 'AUTH_SECRET'], 'AUTH_GOOGLE_'])(
    'is not given to the browser by a prefix: %s',
    (envPrefix) => {
      vi.stubEnv('AUTH_GOOGLE_SECRET', value)
      expect(() => configure(latchkey(), { envPrefix })).toThrow('so Vite publishes AUTH_')
      expect(() => configure(latchkey(), { envPrefix: ['VITE_', 'PUBLIC_'] })).not.toThrow()
    },
  )

  it('fails the build when a plugin adds or changes a file after the first search', async () => {
    const plugin = latchkey()
    vi.stubEnv('AUTH_SECRET', value)
    configure(plugin)
    const finish = (bundle: Bundle, consumer: Consumer = 'client'): Promise<void> =>
      hookOf(plugin.writeBundle).call(contextFor(consumer), {}, bundle)
    await generate(plugin, chunk('1'))
    await expect(finish(chunk('1'))).resolves.toBeUndefined()
    await expect(finish(chunk(value))).rejects.toThrow('the value of AUTH_SECRET')
    const sw = { sw: { type: 'asset', fileName: 'sw.js', source: value } }
    await expect(finish(sw)).rejects.toThrow('sw.js publishes')
    await expect(finish({ ...sw }, 'server')).resolves.toBeUndefined()
    expect(plugin.generateBundle).toMatchObject({ order: 'post' })
  })
})

describe('options of the plugin', () => {
  it.each([
    [
      { publicValues: 'siteName' },
      `must be a list of names, such as ['siteName'], but it is 'site`,
    ],
    [{ publicValues: ['*'] }, `contains '*'. Write each value as 'name' or as 'src/file.ts#name'.`],
    [{ publicValues: ['src/site.ts#*'] }, 'There is no pattern'],
    [{ publicValues: ['src/site.ts'] }, `contains 'src/site.ts'`],
    [{ publicValues: ['import'] }, `contains 'import'`],
    [{ publicValues: ['default'] }, `Name the file, as in 'src/file.ts#default'.`],
    [{ publicValues: ['#siteName'] }, `contains '#siteName'`],
    [{ publicValues: [/site/] }, 'contains {}'],
    [
      { basePath: 'auth' },
      `must be a path that starts with a slash, such as '/auth', but it is 'auth'`,
    ],
    [{ basePath: 1 }, 'but it is 1'],
  ])('fail with what to write instead: %j', (options, message) => {
    expect(() => latchkey(options as LatchkeyOptions)).toThrow(message)
  })

  it('name values by any name that JavaScript knows', () => {
    const publicValues = ['siteName', '$a', '_b', 'вход', 'src/a.ts#default', './src/(a)/[b].ts#c']
    expect(() => latchkey({ publicValues })).not.toThrow()
  })
})

describe('the mark that a build leaves for the server', () => {
  it('is a constant of every environment', () => {
    const { config } = latchkey() as unknown as { config?: () => object }
    expect(config?.()).toMatchObject({ define: { __LATCHKEY_VITE__: 'true' } })
  })
})

describe('the router of Qwik 2 in the browser', () => {
  const id = '@qwik-router-config'
  const table = 'const routes = { about: {} };'

  it.each([
    ['/auth', {}, '/auth/signin/'],
    ['/app/api/auth/', { basePath: '/app/api/auth/' }, '/app/api/auth/signin/'],
  ])('leaves what is below %s to the browser, once it goes there', async (path, options, ours) => {
    const location = { pathname: '/', reload: vi.fn() }
    const sandbox: { place?: Place; location: unknown } = { location }
    const code = `${await transform(table, { id, ...options })}; place = routes`
    runInNewContext(code, sandbox)
    const place = path
      .split('/')
      .filter(Boolean)
      .reduce<Place>((at, part) => at[part] as Place, sandbox.place ?? {})
    const { _P, _I } = place['_A'] as { _P: string; _I: (() => Promise<unknown>)[] }
    expect([_P, _I.length]).toEqual(['rest', 1])
    void _I[0]?.()
    expect(location.reload).not.toHaveBeenCalled()
    location.pathname = ours
    void _I[0]?.()
    expect(location.reload).toHaveBeenCalledTimes(1)
  })

  it('goes first to what the application has there', async () => {
    const mine = 'const routes = { auth: { _A: "mine" } };'
    const code = `${await transform(mine, { id })}; routes.auth._A`
    expect(runInNewContext(code)).toBe('mine')
  })

  it('is told nothing where our pages are among its own, and on the server', async () => {
    expect(await transform(table, { id, basePath: '/' })).toBe(table)
    expect(await transform(table, { id, consumer: 'server' })).toBe(table)
  })

  it('is left alone where its table is not what we know', async () => {
    expect(await transform('const tree = {};', { id })).toBe('const tree = {};')
  })
})

type Place = Record<string, unknown>
