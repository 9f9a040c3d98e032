import { afterAll, describe, expect, it } from 'vitest'
import { attackedFiles, toSecond } from './attacked-files.js'
import { buildSite, startSite } from './built-site.js'

/** The browser gets the config of this app, because its build has only the mark of the plugin. */
const files: Readonly<Record<string, string>> = {
  // On the dev server Qwik registers a server function when it loads its file, as here.
  'src/lazy-config.ts': `
    import { _regSymbol } from '@builder.io/qwik'
    import Google from 'latchkey/providers/google'
    const config = () => ({
      secret: 'canary-secret-0123456789-abcdefghij',
      trustHost: true,
      providers: [Google({ clientId: 'id', clientSecret: 'canary-client-secret' })],
    })
    export const lazy_Lazy0000001 = _regSymbol(config, 'Lazy0000001')`,
  'src/routes/plugin@auth.ts': `
    import { qrl } from '@builder.io/qwik'
    import { routeAuthQrl } from 'latchkey'
    export const { onRequest, useSession, useSignIn, useSignOut } = routeAuthQrl(
      qrl(() => import('../lazy-config'), 'lazy_Lazy0000001'),
    )`,
  'src/routes/index.tsx': `
    import { component$ } from '@builder.io/qwik'
    export default component$(() => <p>the page</p>)`,
  'src/routes/config/index.tsx': `
    import { component$ } from '@builder.io/qwik'
    import { routeLoader$ } from '@builder.io/qwik-city'
    import { findAuthConfig } from 'latchkey'
    export const useConfig = routeLoader$((event) => findAuthConfig(event), { id: 'config' })
    export default component$(() => {
      const config = useConfig()
      return <button onClick$={() => console.log(config.value)}>the config</button>
    })`,
  'src/routes/functions/index.ts': `
    import { server$ } from '@builder.io/qwik-city'
    export const ask = server$(() => 'an answer')
    export const onGet = ({ json }) => json(200, [...globalThis.__qwik_reg_symbols.keys()])`,
  'src/routes/try/index.ts': `
    import { routeAuth$ } from 'latchkey'
    const configAt = (basePath) => ({
      basePath,
      secret: basePath + '-0123456789-abcdefghij-0123456789',
      trustHost: true,
      providers: [],
    })
    const makeWith = (given) => routeAuth$(() => given)
    const make = () => routeAuth$(() => configAt('/factory'))
    const attempts = {
      captured: () => makeWith(configAt('/captured')),
      factory: () => make(),
      second: () => routeAuth$(() => configAt('/second')),
    }
    export const onGet = ({ json, query }) => {
      let said = 'made'
      try {
        attempts[query.get('attempt')]()
      } catch (error) {
        said = String(error)
      }
      json(200, said)
    }`,
}

/** On Qwik 2 a second instance is refused, before anyone asks whether it is published. */
const publishedFiles: Readonly<Record<string, string>> = {
  'src/routes/published/index.tsx': `
    import { component$ } from '@builder.io/qwik'
    import { FrameworkAuth$ } from 'latchkey'
    export const published = FrameworkAuth$(() => ({
      basePath: '/published',
      secret: 'published-0123456789-abcdefghij-0123456789',
      trustHost: true,
      providers: [],
    }))
    export const onGet = async (event) =>
      event.json(200, await published.onRequest(event).then(() => 'served', String))
    export default component$(() => <p>published</p>)`,
}

function filesOf(version: 1 | 2): Readonly<Record<string, string>> {
  const { 'vite.config.mjs': vite = '', 'vite.server.config.mjs': server = '' } =
    attackedFiles[version]
  const shared = ['package.json', 'tsconfig.json', 'src/root.tsx', 'src/entry.ssr.tsx'].concat(
    'src/entry.node-server.tsx',
  )
  return {
    ...Object.fromEntries(shared.map((name) => [name, attackedFiles[version][name] ?? ''])),
    ...(version === 1 ? { ...files, ...publishedFiles } : toSecond(files)),
    'vite.config.mjs': vite
      .replace('latchkey(),', '')
      .replace('export default {', `export default { define: { __LATCHKEY_VITE__: 'true' },`),
    'vite.server.config.mjs': server.replace(/, ssg: \{.*?\}/, ', ssg: null'),
  }
}

describe.each([1, 2] as const)(
  'an app on Qwik %i whose build did not protect its config',
  async (version) => {
    const site = await buildSite(version, filesOf(version))
    const { child, port } = await startSite(site)
    afterAll(() => {
      child.kill()
      site.remove()
    })

    const ask = async (path: string): Promise<string> => {
      const headers = { accept: 'text/html' }
      const response = await fetch(`http://localhost:${port}${path}`, { headers })
      expect(response.status).toBe(200)
      return response.text()
    }
    const attempt = (name: string): Promise<string> => ask(`/try/?attempt=${name}`)

    it('refuses a config function that reads variables of the function around it', async () => {
      expect(await attempt('captured')).toContain('reads variables of the function around it')
    })

    if (version === 1) {
      it('refuses two instances that one call of an initializer makes', async () => {
        expect(await attempt('factory')).toContain('made')
        expect(await attempt('factory')).toContain('come from one call')
      })

      it('refuses to serve a config function that is published', async () => {
        await ask('/')
        expect(await ask('/published/')).toContain('config function is published to the browser')
      })
    } else {
      it.each(['second', 'factory'])('refuses a second instance: %s', async (name) => {
        expect(await attempt(name)).toContain('there are two')
      })
    }

    it('takes a config function that Qwik registers late out of the functions that a browser can call', async () => {
      await ask('/')
      const callable = JSON.parse(await ask('/functions/')) as readonly string[]
      // The app's own server function stays.
      expect(callable).not.toEqual([])
      expect(callable).not.toContain('Lazy0000001')
    })

    it('sends neither a page nor data with the config that a loader returns', async () => {
      const page = await ask('/config/')
      expect(page).toContain('the config')
      expect(page).not.toContain('canary')
      const data = version === 1 ? 'q-data.json' : 'q-loader-config.anyhash.json'
      expect(await ask(`/config/${data}`)).not.toContain('canary')
    })
  },
)
