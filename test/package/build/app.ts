import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildOptions } from 'vite'
import { buildProject } from './builder.js'
import { makeFolder } from './folder.js'

/** What a build of the application came to. */
export interface Build {
  readonly code: number
  /** What it printed. */
  readonly output: string
  /** The text of every file that it wrote, by path. */
  readonly files: ReadonlyMap<string, string>
  /** The modules of which something is left in the browser's files. */
  readonly modules: readonly string[]
}

/** An application in a folder of its own, with the package installed as npm would. */
export interface App {
  /** Writes files over those of the application, and builds it. */
  build(files: Readonly<Record<string, string>>, options?: BuildOptions): Promise<Build>
  remove: () => void
}

/** Stands wherever a secret may stand; must not be found in the browser's files. */
export const canaries = ['canary-in-the-config', 'canary-in-authorize', 'canary-in-another-module']

export function makeApp(): App {
  const folder = makeFolder()
  let count = 0
  return {
    async build(files, options = {}) {
      const name = `app-${count++}`
      folder.write(name, { ...application, ...files })
      const site = join(folder.path, name)
      const run = await buildProject(site, { build: options })
      const modules = join(site, 'modules.json')
      return {
        ...run,
        files: readAll(join(site, 'dist')),
        modules: existsSync(modules) ? JSON.parse(readFileSync(modules, 'utf8')) : [],
      }
    },
    remove: () => folder.remove(),
  }
}

/** Writes down what Rollup has left of each module. */
const inspection = `{
  name: 'inspection',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((file) => Object.entries(file.modules ?? {}))
    const left = modules.filter(([, module]) => module.renderedLength > 0).map(([id]) => id)
    writeFileSync('modules.json', JSON.stringify(left))
  },
}`

/** Vite's config with these plugins before those of Qwik. */
export function viteConfig(plugins: string, build = '{}'): string {
  return `
    import { qwikVite } from '@builder.io/qwik/optimizer'
    import { qwikCity } from '@builder.io/qwik-city/vite'
    import { latchkey } from 'latchkey/vite'
    import { writeFileSync } from 'node:fs'
    export default {
      plugins: [${plugins} qwikCity(), qwikVite(), ${inspection}],
      build: ${build},
    }`
}

/** A plugin file that makes the instance with the given call. */
export function authPlugin(imports: string, call: string): string {
  return `
    ${imports}
    import Credentials from 'latchkey/providers/credentials'
    import { findUser } from '../users'
    export const { onRequest, useSession, useSignIn, useSignOut } = ${call}(() => ({
      secret: 'canary-in-the-config-0123456789abcdef',
      trustHost: true,
      providers: [
        Credentials({
          authorize: ({ password }) => (password === 'canary-in-authorize' ? findUser() : null),
        }),
      ],
      callbacks: { session: ({ session }) => ({ ...session, role: 'editor' }) },
    }))`
}

const application: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'app',
    private: true,
    type: 'module',
    devDependencies: { '@builder.io/qwik': '*', '@builder.io/qwik-city': '*', latchkey: '*' },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { jsx: 'react-jsx', jsxImportSource: '@builder.io/qwik' },
  }),
  'vite.config.mjs': viteConfig(''),
  'src/users.ts': `
    export const findUser = () => ({ id: '1', name: 'canary-in-another-module' })`,
  'src/root.tsx': `
    import { component$ } from '@builder.io/qwik'
    import { QwikCityProvider, RouterOutlet } from '@builder.io/qwik-city'
    export default component$(() => (
      <QwikCityProvider><body><RouterOutlet /></body></QwikCityProvider>
    ))`,
  'src/entry.ssr.tsx': `
    import { renderToStream } from '@builder.io/qwik/server'
    import Root from './root'
    export { default as plan } from '@qwik-city-plan'
    export default (options: object) => renderToStream(<Root />, options)`,
  'src/routes/index.tsx': `
    import { component$ } from '@builder.io/qwik'
    import { Form } from '@builder.io/qwik-city'
    import { useSession, useSignIn, useSignOut } from './plugin@auth'
    export default component$(() => {
      const session = useSession()
      const signIn = useSignIn()
      const signOut = useSignOut()
      return (
        <>
          <p>{session.value?.user?.name}</p>
          <Form action={signIn}><input name="providerId" value="credentials" /></Form>
          <button onClick$={() => signOut.submit({ redirectTo: '/' })}>Sign out</button>
          <button onClick$={() => signIn.submit({ providerId: 'credentials' })}>Sign in</button>
        </>
      )
    })`,
}

function readAll(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map((file) => join(file.parentPath, file.name))
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]))
}
