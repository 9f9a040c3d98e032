import { afterAll, describe, expect, it } from 'vitest'
import { authPlugin, canaries, makeApp, viteConfig, type Build } from './app.js'
import { makeFolder } from './folder.js'
import { initialise } from './init.js'

const app = makeApp()
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

/** All that may be left of us: the call that makes the loader and the actions. */
const inBrowser = /\/latchkey\/dist\/qwik\/index\.qwik\.mjs$/
const onServer = /\/(?:jose|oauth4webapi|latchkey)\/dist\/|\/src\/users\.ts$|Auth_\w+\.js$/

describe('S1: the files of the browser', () => {
  it('have nothing of the config function of `routeAuth$`', async () => {
    expectClean(await app.build({ [plugin]: routeAuth }))
  })

  it('have nothing of the config function of `FrameworkAuth$` with the plugin', async () => {
    expectClean(await app.build({ [config]: withPlugin, [plugin]: frameworkAuth }))
  })

  it('have nothing of guards, reads and updates on the server', async () => {
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
  it('follows an initializer through a module of the app', async () => {
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

  it('leaves the config function in the build of the server', async () => {
    const args = ['--ssr', 'src/entry.ssr.tsx', '--outDir', 'dist']
    const build = await app.build({ [config]: withPlugin, [plugin]: frameworkAuth }, args)
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
  return onServer.test(id) && !inBrowser.test(id)
}

function leaks({ files }: Build): readonly string[] {
  const texts = [...files.values()]
  return canaries.filter((canary) => texts.some((text) => text.includes(canary)))
}
