import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runAttacks } from '../../../src/testing.js'
import { attackedFiles, toSecond } from './attacked-files.js'
import { startDevServer } from './dev-server.js'
import { isLong } from '../../support/long-run.js'
import { makeFolder } from './folder.js'

const own = {
  'src/routes/index.tsx': `
    import { component$ } from '@builder.io/qwik'
    import { useSession } from './plugin@auth'
    export default component$(() => <p>{useSession().value?.user?.name ?? 'signed out'}</p>)`,
  'src/routes/plugin@auth.ts': `
    import { routeAuth$ } from 'latchkey'
    import Credentials from 'latchkey/providers/credentials'
    export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => ({
      secret: 'a-secret-of-more-than-32-characters',
      trustHost: true,
      limits: false,
      providers: [
        Credentials({
          credentials: { username: {}, password: { type: 'password' } },
          authorize: ({ username, password }) =>
            password === 'lovelace' ? { id: String(username), name: String(username) } : null,
        }),
      ],
    }))`,
}
const shared = ['package.json', 'tsconfig.json', 'src/root.tsx', 'src/entry.ssr.tsx']

it.each(isLong ? ([1, 2] as const) : ([1] as const))(
  `the attacks run on a dev server of Qwik %i${isLong ? ', twice in a row with the same result' : ''}`,
  async (version) => {
    const folder = makeFolder(version)
    afterAll(() => folder.remove())
    const files = attackedFiles[version]
    folder.write('app', {
      ...Object.fromEntries(shared.map((name) => [name, files[name] ?? ''])),
      'vite.config.mjs': files['vite.config.mjs'] ?? '',
      ...(version === 1 ? own : toSecond(own)),
    })
    const vite = join(folder.path, 'node_modules/vite/bin/vite.js')
    const server = await startDevServer(vite, join(folder.path, 'app'))
    afterAll(() => server.stop())
    const user = { username: 'ada', password: 'lovelace' }
    const printed: string[] = []
    const attack = async (): Promise<readonly string[]> => {
      const results = await runAttacks(
        { url: `${server.origin}/auth`, user },
        { print: (line) => printed.push(line) },
      )
      return results.map(({ name, outcome }) => `${name}: ${outcome}`)
    }
    const first = await attack()
    expect(first.filter((line) => line.endsWith('passed')).length).toBeGreaterThan(20)
    if (isLong) expect(await attack()).toEqual(first)
    const hasFailed = first.some((line) => line.endsWith('failed'))
    expect(printed.some((line) => line.startsWith('This is a dev server of Vite.'))).toBe(hasFailed)
  },
  300_000,
)
