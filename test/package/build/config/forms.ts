/** The names under which an app makes an instance. */
export type InitializerName = 'routeAuth$' | 'FrameworkAuth$' | 'QwikAuth$'

/** One way to write the config function. */
export interface ConfigForm {
  readonly name: string
  /** The files that differ from the plain app, given the initializer's name. */
  files(initializer: InitializerName): Readonly<Record<string, string>>
  /** What differs in Vite's `build` options. */
  readonly build?: string
  /** What differs in Vite's `resolve.alias`. */
  readonly alias?: string
}

/** Every secret of every form begins with this; no file of the browser may contain it. */
export const canary = 'canary-'

const plugin = 'src/routes/plugin@auth.ts'
const members = '{ onRequest, useSession, useSignIn, useSignOut }'
const google = `import Google from 'latchkey/providers/google'`

/** A component that imports the site's name from the file of the config. */
const sharedName = {
  'src/components/name.tsx': `
        import { component$ } from '@builder.io/qwik'
        import { siteName } from '../auth-config'
        export const Name = component$(() => <button onClick$={() => alert(siteName)}>Name</button>)`,
  'src/routes/layout.tsx': `
        import { component$, Slot } from '@builder.io/qwik'
        import { Name } from '../components/name'
        export default component$(() => <><Name /><Slot /></>)`,
}

/** A layout whose button runs an expression in the browser. */
function layoutWith(expression: string): Readonly<Record<string, string>> {
  return {
    'src/routes/layout.tsx': `
        import { component$, Slot } from '@builder.io/qwik'
        export default component$(() => (
          <><button onClick$={() => console.log(${expression})}>Start</button><Slot /></>
        ))`,
  }
}

/** A client that a bundler does not take for free of effects. */
const pool = {
  'src/pool.ts': `
        export class Pool {
          constructor(options: any) { (globalThis as any).pools = [options] }
          query(...given: any[]) { return given }
        }`,
}

/** An app whose config calls what another file exports, and whose layout shares that file. */
function sharedClient(
  name: InitializerName,
  file: string,
  { made, used }: { readonly made: string; readonly used: string },
): Readonly<Record<string, string>> {
  return {
    ...pool,
    'src/client.ts': `
        import { Pool } from './pool'
        ${file}`,
    'src/auth-config.ts': `
        ${google}
        import { Client } from './client'
        ${made}
        export const authConfig = {
          ...${config},
          events: { signIn: ({ user }: any) => { ${used} } },
        }`,
    'src/routes/layout.tsx': `
        import { component$, Slot } from '@builder.io/qwik'
        import { fields } from '../client'
        export default component$(() => (
          <><button onClick$={() => console.log(fields)}>Fields</button><Slot /></>
        ))`,
    [plugin]: `
        import { ${name} } from 'latchkey'
        import { authConfig } from '../auth-config'
        export const ${members} = ${name}(() => authConfig)`,
  }
}

/** Serialises as it is: no function stands in it. */
const config = `{
  secret: 'canary-secret-0123456789-abcdefghij',
  trustHost: true,
  providers: [Google({ clientId: 'id', clientSecret: 'canary-client-secret' })],
}`

/** The ways that the documentation of other libraries shows, and those that people find on their own. */
export const configForms: readonly ConfigForm[] = [
  { name: 'plain', files: (name) => ({ [plugin]: call(name, name) }) },
  {
    name: 'own file',
    files: (name) => ({
      'src/auth-config.ts': `${google}\nexport const authConfig = ${config}`,
      [plugin]: `
        import { ${name} } from 'latchkey'
        import { authConfig } from '../auth-config'
        export const ${members} = ${name}(() => authConfig)`,
    }),
  },
  {
    // The browser shares the file, and a bundler keeps a call whose result nothing uses.
    name: 'shared file',
    files: (name) => ({
      'src/auth-config.ts': `
        ${google}
        export const siteName = 'A shop'
        export const authConfig = ${config}`,
      ...sharedName,
      [plugin]: `
        import { ${name} } from 'latchkey'
        import { authConfig } from '../auth-config'
        export const ${members} = ${name}(() => authConfig)`,
    }),
  },
  {
    // Of what the browser shares a file with, a bundler keeps what it takes for an effect.
    name: 'pushed providers',
    files: (name) => ({
      'src/auth-config.ts': `
        ${google}
        export const siteName = 'A shop'
        const users = new Map([['ada', 'canary-password']])
        const providers: any[] = []
        if (process.env.NO_GOOGLE !== '1') {
          providers.push(Google({ clientId: 'id', clientSecret: 'canary-client-secret' }))
        }
        export const authConfig = {
          secret: ['canary-secret', '0123456789-abcdefghij'].join('-'),
          trustHost: true,
          providers,
          callbacks: { signIn: ({ user }: any) => users.has(user.name) },
        }`,
      ...sharedName,
      [plugin]: `
        import { ${name} } from 'latchkey'
        import { authConfig } from '../auth-config'
        export const ${members} = ${name}(() => authConfig)`,
    }),
  },
  {
    name: 'client in a method',
    files: (name) =>
      sharedClient(
        name,
        `
        const pool = new Pool({ url: 'postgres://app:canary-password@db/app' })
        export const fields = ['name', 'email']
        export class Client { async find(email: string) { return pool.query(email) } }`,
        { made: 'const client = new Client()', used: 'void client.find(user.email)' },
      ),
  },
  {
    name: 'client in a callback',
    files: (name) =>
      sharedClient(
        name,
        `
        const mails = new Pool('canary-mail-key')
        export const fields = ['to', 'subject']
        export async function Client(to: string) { return [to].map((one) => mails.query(one)) }`,
        { made: '', used: 'void Client(user.email)' },
      ),
  },
  {
    // A bundler keeps what a module does when it is loaded.
    name: 'key set beside the config',
    files: (name) => ({
      'src/auth-config.ts': `
        (globalThis as any).apiKey = 'canary-api-key'
        export const siteName = 'A shop'
        export const authConfig = { secret: process.env.AUTH_SECRET, trustHost: true, providers: [] }`,
      ...sharedName,
      [plugin]: `
        import { ${name} } from 'latchkey'
        import { authConfig } from '../auth-config'
        export const ${members} = ${name}(() => authConfig)`,
    }),
  },
  {
    name: 'key set by a bare import',
    files: (name) => ({
      ...pool,
      'src/firebase.ts': `
        import { Pool } from './pool'
        export const account = new Pool({ privateKey: 'canary-private-key' })
        account.query('start')`,
      'src/auth-config.ts': `
        import './firebase'
        export const siteName = 'A shop'
        export const authConfig = { secret: process.env.AUTH_SECRET, trustHost: true, providers: [] }`,
      ...sharedName,
      [plugin]: `
        import { ${name} } from 'latchkey'
        import { authConfig } from '../auth-config'
        export const ${members} = ${name}(() => authConfig)`,
    }),
  },
  {
    name: 'enum of the config',
    files: (name) => ({
      'src/auth-config.ts': `
        export enum Key { Secret = 'canary-secret-0123456789-abcdefghij' }
        export const authConfig = { secret: Key.Secret, trustHost: true, providers: [] }`,
      'src/routes/layout.tsx': `
        import { component$, Slot } from '@builder.io/qwik'
        import { Key } from '../auth-config'
        export default component$(() => (
          <><button onClick$={() => console.log(Object.keys(Key))}>Keys</button><Slot /></>
        ))`,
      [plugin]: `
        import { ${name} } from 'latchkey'
        import { authConfig } from '../auth-config'
        export const ${members} = ${name}(() => authConfig)`,
    }),
  },
  {
    name: 'client beside the call',
    files: (name) => ({
      ...pool,
      [plugin]: `
        import { ${name} } from 'latchkey'
        import { Pool } from '../pool'
        export const payments = new Pool('canary-payment-key')
        export const ${members} = ${name}(() => ({
          secret: process.env.AUTH_SECRET, trustHost: true, providers: [],
        }))`,
    }),
  },
  {
    name: 'dynamic config',
    files: (name) => ({
      'src/auth-config.ts': `
        ${google}
        export const siteName = 'A shop'
        export const authConfig = ${config}`,
      ...sharedName,
      [plugin]: `
        import { ${name} } from 'latchkey'
        export const ${members} = ${name}(async () => {
          const { authConfig } = await import('../auth-config')
          return authConfig
        })`,
    }),
  },
  {
    name: 'alias',
    alias: `{ '@auth': 'latchkey' }`,
    files: (name) => ({ [plugin]: call(name, name, '@auth') }),
  },
  { name: 'local name', files: (name) => ({ [plugin]: call(`${name} as make$`, 'make$') }) },
  {
    name: 'comment in the import',
    files: (name) => ({
      [plugin]: call(`${name} /* it's ours */`, name).replace(
        `from 'latchkey'`,
        `from /* x */ "latchkey"`,
      ),
    }),
  },
  {
    name: 'variable',
    files: (name) => ({
      [plugin]: `
        import { ${name}, ${qrlOf(name)} } from 'latchkey'
        ${google}
        export const auth$ = ${name}
        export const authQrl = ${qrlOf(name)}
        export const ${members} = auth$(() => (${config}))`,
    }),
  },
  {
    name: 'namespace',
    files: (name) => ({
      [plugin]: `
        import * as latchkey from 'latchkey'
        ${google}
        export const ${members} = latchkey.${name}(() => (${config}))`,
    }),
  },
  {
    name: 'barrel',
    files: (name) => ({
      'src/auth.ts': `export { ${name}, ${qrlOf(name)} } from 'latchkey'`,
      [plugin]: call(name, name, '../auth'),
    }),
  },
  {
    name: 'barrel of everything',
    files: (name) => ({
      'src/auth.ts': `export * from 'latchkey'`,
      [plugin]: call(name, name, '../auth'),
    }),
  },
  {
    name: 'factory',
    files: (name) => ({
      [plugin]: `
        import { ${name} } from 'latchkey'
        ${google}
        const make = (given) => ${name}(() => given)
        export const ${members} = make(${config})`,
    }),
  },
  {
    name: 'async',
    files: (name) => ({
      [plugin]: `
        import { ${name} } from 'latchkey'
        export const ${members} = ${name}(async () => {
          const { default: Google } = await import('latchkey/providers/google')
          return ${config}
        })`,
    }),
  },
  {
    name: 'default export',
    files: (name) => ({
      'src/auth-config.ts': `${google}\nexport default () => (${config})`,
      [plugin]: `
        import { ${name} } from 'latchkey'
        import authConfig from '../auth-config'
        export const ${members} = ${name}(authConfig)`,
    }),
  },
  {
    name: 'captured constants',
    files: (name) => ({
      [plugin]: `
        import { ${name} } from 'latchkey'
        ${google}
        const secret = ['canary-secret-0123456789', 'abcdefghij'].join('-')
        const clientSecret: string = 'canary-client-secret'
        export const ${members} = ${name}(() => ({
          secret, trustHost: true, providers: [Google({ clientId: 'id', clientSecret })],
        }))`,
    }),
  },
  {
    name: 'module-level providers',
    files: (name) => ({
      [plugin]: `
        import { ${name} } from 'latchkey'
        ${google}
        const { secret, trustHost, providers } = ${config}
        const all = [...providers]
        export const ${members} = ${name}(() => ({ secret, trustHost, providers: all }))`,
    }),
  },
  {
    name: 'dynamic import',
    files: (name) => ({
      [plugin]: `
        ${google}
        const { ${name} } = await import('latchkey')
        export const ${members} = ${name}(() => (${config}))`,
    }),
  },
  {
    name: 'server function',
    files: (name) => ({
      'src/auth.ts': `
        import { implicit$FirstArg } from '@builder.io/qwik'
        import { ${qrlOf(name)} } from 'latchkey'
        export const serverAuthQrl = (qrl) => ${qrlOf(name)}(qrl)
        export const serverAuth$ = implicit$FirstArg(serverAuthQrl)`,
      [plugin]: call('serverAuth$', 'serverAuth$', '../auth'),
    }),
  },
  {
    // Qwik lets every visitor call what `server$` makes, and its hash can be computed.
    name: 'config from server$',
    files: (name) => ({
      [plugin]: `
        import { server$ } from '@builder.io/qwik-city'
        import { ${name} } from 'latchkey'
        ${google}
        const loadConfig = server$(async function () { return ${config} })
        export const ${members} = ${name}(() => loadConfig())`,
    }),
  },
  {
    // Vite builds a worker apart from the other files of the browser.
    name: 'web worker',
    files: (name) => ({
      'src/worker.ts': `
        import { useSession } from './routes/plugin@auth'
        postMessage(typeof useSession)`,
      ...layoutWith(`new Worker(new URL('../worker.ts', import.meta.url), { type: 'module' })`),
      [plugin]: call(name, name),
    }),
  },
  {
    name: 'web worker with a value',
    files: (name) => ({
      'src/auth-config.ts': `${google}\nexport const authConfig = ${config}`,
      'src/worker.ts': `
        import { authConfig } from './auth-config'
        postMessage(authConfig.secret)`,
      ...layoutWith(`new Worker(new URL('../worker.ts', import.meta.url), { type: 'module' })`),
      [plugin]: `
        import { ${name} } from 'latchkey'
        import { authConfig } from '../auth-config'
        export const ${members} = ${name}(() => authConfig)`,
    }),
  },
  {
    // Vite publishes the file that such an address names.
    name: 'address of the file',
    files: (name) => ({
      ...layoutWith(`new URL('./plugin@auth.ts', import.meta.url).href`),
      [plugin]: call(name, name),
    }),
  },
  {
    name: 'address of a value',
    files: (name) => ({
      'src/auth-config.ts': `${google}\nexport const authConfig = ${config}`,
      ...layoutWith(`new URL('../auth-config.ts', import.meta.url).href`),
      [plugin]: `
        import { ${name} } from 'latchkey'
        import { authConfig } from '../auth-config'
        export const ${members} = ${name}(() => authConfig)`,
    }),
  },
  {
    name: 'source maps',
    build: `{ sourcemap: true }`,
    files: (name) => ({ [plugin]: call(name, name) }),
  },
  {
    name: 'inline maps',
    build: `{ sourcemap: 'inline' }`,
    files: (name) => ({ [plugin]: call(name, name) }),
  },
  {
    // Vite makes the map of a chunk again if the chunk imports another one, as those of QRLs do.
    name: 'shared file in source maps',
    build: `{ sourcemap: true }`,
    files: sharedComponent,
  },
  {
    name: 'shared file in inline maps',
    build: `{ sourcemap: 'inline' }`,
    files: sharedComponent,
  },
  {
    name: 'minify off',
    build: `{ minify: false }`,
    files: (name) => ({ [plugin]: call(name, name) }),
  },
]

/** A component beside a secret of the config. */
function sharedComponent(name: InitializerName): Readonly<Record<string, string>> {
  return {
    'src/site.tsx': `
      import { component$ } from '@builder.io/qwik'
      export const secret = 'canary-secret-0123456789-abcdefghij'
      export const Logo = component$(() => <button onClick$={() => alert('Hi')}>Logo</button>)`,
    'src/routes/layout.tsx': `
      import { component$, Slot } from '@builder.io/qwik'
      import { Logo } from '../site'
      export default component$(() => <><Logo /><Slot /></>)`,
    [plugin]: `
      import { ${name} } from 'latchkey'
      ${google}
      import { secret } from '../site'
      export const ${members} = ${name}(() => ({
        secret, trustHost: true, providers: [Google({ clientId: 'id', clientSecret: 'canary-' })],
      }))`,
  }
}

function call(imported: string, name: string, door = 'latchkey'): string {
  return `
    import { ${imported} } from '${door}'
    ${google}
    export const ${members} = ${name}(() => (${config}))`
}

function qrlOf(name: InitializerName): string {
  return name.replace('$', 'Qrl')
}
