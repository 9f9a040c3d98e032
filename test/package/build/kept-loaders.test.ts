import { afterAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../src/testing/attack/target.js'
import type { Browser } from '../../support/browser.js'
import { attackedFiles, toSecond } from './attacked-files.js'
import { buildSite, startSite } from './built-site.js'

/** Ways of a loader to the session. */
const privateLoaders: Readonly<Record<string, string>> = {
  call: 'await getSession(event)',
  guard: 'await requireSession(event)',
  value: 'await event.resolveValue(useSession)',
  layout: 'await event.resolveValue(useLayoutSession)',
  map: `event.sharedMap.get('session')`,
  update: 'await updateSession(event, {})',
  config: '(await readSession(event.request, await findAuthConfig(event))).data',
}

const files: Readonly<Record<string, string>> = {
  'src/routes/plugin@auth.ts': `
    import { routeAuth$ } from 'latchkey'
    import Credentials from 'latchkey/providers/credentials'
    export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => ({
      secret: 'a-Secret/of-the_kept+loaders=0815-4711',
      trustHost: true,
      providers: [
        Credentials({
          credentials: { username: { label: 'Name' } },
          authorize: ({ username }) => ({ id: String(username), name: String(username) }),
        }),
      ],
    }))`,
  'src/routes/kept/layout.tsx': `
    import { component$, Slot } from '@builder.io/qwik'
    import { routeLoader$ } from '@builder.io/qwik-city'
    import { getSession } from 'latchkey'
    export const useLayoutSession = routeLoader$((event) => getSession(event), { id: 'layout-session' })
    export default component$(() => <><p>{useLayoutSession().value?.user?.name}</p><Slot /></>)`,
  'src/routes/kept/index.tsx': `
    import { component$ } from '@builder.io/qwik'
    import { routeLoader$ } from '@builder.io/qwik-city'
    import { findAuthConfig, getSession, requireSession, updateSession } from 'latchkey'
    import { readSession } from 'latchkey/core'
    import { useSession } from '../plugin@auth'
    import { useLayoutSession } from './layout'
    export const usePublic = routeLoader$(
      () => 'run ' + (globalThis.runs = (globalThis.runs ?? 0) + 1),
      { id: 'public', cacheKey: () => 'public' },
    )
    ${Object.entries(privateLoaders).map(toLoader).join('\n')}
    export default component$(() => <p>{usePublic().value}</p>)`,
}

function toLoader([name, session]: readonly [string, string]): string {
  const cacheKey = name.length % 2 === 0 ? 'true' : `() => '${name}'`
  return `export const use_${name} = routeLoader$(
    async (event) => 'made for ' + ((${session})?.user?.name ?? 'nobody'),
    { id: '${name}', cacheKey: ${cacheKey} },
  )`
}

describe('loaders of Qwik 2 whose answers are kept in memory', async () => {
  const { 'vite.server.config.mjs': server = '', ...base } = attackedFiles[2]
  const site = await buildSite(2, {
    ...base,
    ...toSecond(files),
    'vite.server.config.mjs': server.replace(/, ssg: \{.*?\}/, ', ssg: null'),
  })
  const { child, port, log } = await startSite(site)
  afterAll(() => {
    child.kill()
    site.remove()
  })

  const openVisitor = async (username?: string): Promise<Browser> => {
    const browser = openBrowser({ url: `http://localhost:${port}/auth` })
    if (username !== undefined) await browser.signIn({ username })
    return browser
  }
  const ask = async (visitor: Browser, loader: string): Promise<string> =>
    (await visitor.fetch(`/kept/q-loader-${loader}.anyhash.json`)).text()

  it.each(Object.keys(privateLoaders))(
    'an answer that was made for one visitor is never sent to another: %s',
    async (loader) => {
      const [ada, grace, stranger] = [
        await openVisitor('Ada'),
        await openVisitor('Grace'),
        await openVisitor(),
      ]
      for (const [visitor, name, others] of [
        [ada, 'made for Ada', /Grace|nobody/],
        [grace, 'made for Grace', /Ada|nobody/],
        [ada, 'made for Ada', /Grace|nobody/],
      ] as const) {
        const answer = await ask(visitor, loader)
        expect(answer).toContain(name)
        expect(answer).not.toMatch(others)
      }
      expect(await ask(stranger, loader)).not.toMatch(/Ada|Grace/)
      expect(await ask(ada, loader)).toContain('made for Ada')
    },
  )

  it("a guard sends a visitor to the sign-in page, even right after a user's request", async () => {
    expect(await ask(await openVisitor('Ada'), 'guard')).toContain('made for Ada')
    expect(await ask(await openVisitor(), 'guard')).toContain('/auth/signin')
  })

  it('a public answer is kept, beside a layout that reads the session', async () => {
    const [first, second] = [await openVisitor(), await openVisitor()]
    const answer = await ask(first, 'public')
    expect(answer).toMatch(/run \d+/)
    expect(await ask(second, 'public')).toBe(answer)
    const [ada, grace] = [await openVisitor('Ada'), await openVisitor('Grace')]
    for (const visitor of [ada, grace]) expect(await ask(visitor, 'public')).toMatch(/run \d+/)
    expect(await ask(first, 'public')).toBe(answer)
  })

  it('an answer for a signed-in visitor is kept out of all other caches, too', async () => {
    const ada = await openVisitor('Ada')
    const { headers, status } = await ada.fetch('/kept/q-loader-public.anyhash.json')
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it('a kept answer cannot be made with the config, and the log says why', async () => {
    expect(await ask(await openVisitor(), 'config')).not.toContain('made for')
    expect(log()).toContain('Remove `cacheKey`')
  })
})
