import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { attackedFiles } from './attacked-files.js'
import { startDevServer } from './dev-server.js'
import { makeFolder } from './folder.js'

const plugin = `
  import { routeAuth$ } from 'latchkey/qwik2'
  export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => ({
    secret: 'a-secret-of-more-than-32-characters',
    trustHost: true,
    providers: [],
  }))`
const layout = `
  import { component$, Slot } from '@qwik.dev/core'
  export default component$(() => <Slot />)`
const shared = [
  'package.json',
  'tsconfig.json',
  'vite.config.mjs',
  'src/root.tsx',
  'src/entry.ssr.tsx',
]

describe('the dev server of Qwik 2', () => {
  it('lists the loader of the session in the first route table that a browser loads', async () => {
    const folder = makeFolder(2)
    afterAll(() => folder.remove())
    const files = attackedFiles[2]
    folder.write('', {
      ...Object.fromEntries(shared.map((name) => [name, files[name] ?? ''])),
      'src/routes/plugin@auth.ts': plugin,
      'src/routes/layout.tsx': layout,
    })
    const vite = join(folder.path, 'node_modules/vite/bin/vite.js')
    const server = await startDevServer(vite, folder.path)
    afterAll(() => server.stop())
    const table = await fetch(`${server.origin}/@id/@qwik-router-config`)
    // Without it, the router in the browser discards the session at the first action.
    expect(await table.text()).toMatch(/ _R: \["\w+"\]/)
  })
})
