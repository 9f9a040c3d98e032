import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { latchkey, type LatchkeyOptions } from '../../../src/vite.js'

/** The files of an app, by their paths. */
export type Files = Readonly<Record<string, string>>

/** A client build whose bundle a test writes by hand. */
export interface ClientBuild {
  /** Ends the build with a bundle that has the given code of one module. */
  end(file: string, code: string, renderedExports?: readonly string[]): Promise<void>
}

export const pluginFile = 'src/routes/plugin@auth.ts'

/** Returns a function that starts a client build of an app, in a folder that the tests share. */
export function createClientBuilds(): (
  files: Files,
  options?: LatchkeyOptions,
) => Promise<ClientBuild> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-client-build-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  afterEach(() => {
    for (const one of readdirSync(folder)) rmSync(join(folder, one), { recursive: true })
  })
  return async (files, options = {}) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const plugin = latchkey(options)
    const config = { plugins: [], root: folder, resolve: { alias: [] }, mode: 'production' }
    await hookOf(plugin.configResolved).call({}, { ...config, envDir: false })
    await hookOf(plugin.buildStart).call(context)
    const code = files[pluginFile] ?? ''
    await hookOf(plugin.transform).call(context, code, join(folder, pluginFile))
    return {
      end: async (file, code, renderedExports = []) => {
        const modules = { [join(folder, file)]: { code, renderedExports } }
        const bundle = { a: { type: 'chunk', fileName: 'a.js', code, modules } }
        await hookOf(plugin.generateBundle).call(context, { dir: folder }, bundle)
      },
    }
  }
}

/** What Vite gives a plugin to work with, as far as this one asks for it. */
const context = {
  environment: { config: { consumer: 'client', build: {} }, mode: 'build' },
  meta: { rolldownVersion: '1' },
  resolve: async (specifier: string, importer: string) => {
    if (specifier === 'latchkey') return { id: '/node_modules/latchkey/dist/qwik/index.qwik.mjs' }
    if (!specifier.startsWith('.')) return { id: `/node_modules/${specifier}/index.js` }
    const path = resolve(dirname(importer), specifier)
    return { id: path.endsWith('.json') ? path : `${path}.ts` }
  },
  error: (given: string | { message: string }): never => {
    throw typeof given === 'string' ? new Error(given) : Object.assign(new Error(), given)
  },
  getModuleIds: () => [].values(),
}

type Hook = (this: object, ...given: unknown[]) => Promise<void>

/** A hook is a function, or an object that has one. */
function hookOf(hook: unknown): Hook {
  return (typeof hook === 'function' ? hook : (hook as { handler: Hook }).handler) as Hook
}

/** Returns a plugin file with a config, and what stands beside it. */
export function authModule(before: string, config = '{ providers: [] }'): string {
  return `import { routeAuth$ } from 'latchkey'\n${before}\nexport const auth = routeAuth$(() => (${config}))`
}
