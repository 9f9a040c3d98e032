import { afterAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../src/testing/attack/target.js'
import type { Browser } from '../../support/browser.js'
import { attackedFiles, toSecond } from './attacked-files.js'
import { buildSite, startSite } from './built-site.js'

/** The realms of the app. Each has a page that is guarded by its own sessions. */
const realms = { customers: '/shop/', staff: '/staff/' } as const
type Realm = keyof typeof realms

/** An instance must have a call of its own, but one factory can make the configs of all. */
const factory = `
  import Credentials from 'latchkey/providers/credentials'
  export const configOf = (realm: 'customers' | 'staff') => ({
    basePath: realm === 'staff' ? '/staff/auth' : '/shop/auth',
    secret: realm + '-0123456789-abcdefghij-0123456789',
    trustHost: true,
    cookies: { sessionToken: { name: realm }, csrfToken: { name: realm + '-csrf' } },
    providers: [
      Credentials({
        credentials: { username: { label: 'Name' } },
        authorize: ({ username }) => ({ id: username, name: username + ' of ' + realm }),
      }),
    ],
  })`

const members = '{ onRequest, useSession, useSignIn, useSignOut }'

/** Qwik 1 tells two calls apart. On Qwik 2 one instance chooses the realm of each request. */
const plugins: Readonly<Record<1 | 2, Readonly<Record<string, string>>>> = {
  1: {
    'src/routes/plugin@customers.ts': `
      import { routeAuth$ } from 'latchkey'
      import { configOf } from '../config-of'
      export const ${members} = routeAuth$(() => configOf('customers'))`,
    'src/routes/plugin@staff.ts': `
      import { routeAuth$ } from 'latchkey'
      import { configOf } from '../config-of'
      export const ${members} = routeAuth$(() => configOf('staff'))`,
  },
  2: {
    'src/routes/plugin@auth.ts': `
      import { routeAuth$ } from 'latchkey'
      import { configOf } from '../config-of'
      export const ${members} = routeAuth$(({ url }) =>
        configOf(url.pathname.startsWith('/staff/') ? 'staff' : 'customers'),
      )`,
  },
}

function pageOf(plugin: string): string {
  return `
    import { component$ } from '@builder.io/qwik'
    import { requireSession } from 'latchkey'
    import { useSession } from '../${plugin}'
    export const onRequest = async (event) => void (await requireSession(event, { useSession }))
    export default component$(() => <p>{useSession().value?.user?.name}</p>)`
}

function filesOf(version: 1 | 2): Readonly<Record<string, string>> {
  const shared = ['package.json', 'tsconfig.json', 'vite.config.mjs', 'src/root.tsx'].concat(
    ['src/entry.ssr.tsx', 'src/entry.node-server.tsx'], // as every app has them
  )
  const own = {
    ...plugins[version],
    'src/config-of.ts': factory,
    'src/routes/shop/index.tsx': pageOf(version === 1 ? 'plugin@customers' : 'plugin@auth'),
    'src/routes/staff/index.tsx': pageOf(version === 1 ? 'plugin@staff' : 'plugin@auth'),
  }
  const base = attackedFiles[version]
  return {
    ...Object.fromEntries(shared.map((name) => [name, base[name] ?? ''])),
    'vite.server.config.mjs': (base['vite.server.config.mjs'] ?? '').replace(
      /, ssg: \{.*?\}/,
      ', ssg: null',
    ),
    ...(version === 1 ? own : toSecond(own)),
  }
}

describe.each([1, 2] as const)(
  'two realms of an app on Qwik %i whose configs come from one factory',
  async (version) => {
    const site = await buildSite(version, filesOf(version))
    const { child, port } = await startSite(site)
    afterAll(() => {
      child.kill()
      site.remove()
    })

    const signIn = async (realm: Realm, username: string): Promise<Browser> => {
      const browser = openBrowser({ url: `http://localhost:${port}${realms[realm]}auth` })
      await browser.signIn({ username })
      return browser
    }
    /** The name on the guarded page of a realm, or where its guard leads. */
    const visit = async (browser: Browser, realm: Realm): Promise<string> => {
      const response = await browser.send(realms[realm], { headers: { accept: 'text/html' } })
      const location = response.headers.get('location')
      if (location !== null) return new URL(location, browser.origin).pathname
      return /\w+ of \w+/.exec(await response.text())?.[0] ?? `${response.status}`
    }

    it('never cross in a thousand interleaved requests', async () => {
      const ada = await signIn('customers', 'Ada')
      const grace = await signIn('staff', 'Grace')
      const visits = [
        [ada, 'customers', 'Ada of customers'],
        [grace, 'staff', 'Grace of staff'],
        [ada, 'staff', '/staff/auth/signin'],
        [grace, 'customers', '/shop/auth/signin'],
      ] as const
      let asked = 0
      for (let round = 0; round < 50; round++) {
        const now = Array.from({ length: 5 }, () => visits).flat()
        const seen = await Promise.all(now.map(([browser, realm]) => visit(browser, realm)))
        expect(seen).toEqual(now.map(([, , expected]) => expected))
        asked += seen.length
      }
      expect(asked).toBe(1000)
    })

    it('do not accept the session of the other under their own cookie name', async () => {
      const ada = await signIn('customers', 'Ada')
      expect(await visit(ada, 'customers')).toBe('Ada of customers')
      ada.plant('staff', ada.cookie('customers') ?? '')
      expect(await visit(ada, 'staff')).toBe('/staff/auth/signin')
    })
  },
)
