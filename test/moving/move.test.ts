import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../src/testing/attack/target.js'
import { startSite } from '../build/built-site.js'
import { makeFolder, runBuild, runNode } from '../build/folder.js'
import { runCommand } from '../build/init.js'
import { authJsApp } from './auth-js-app.js'
import { fakeGitHub } from './fake-github.js'

const folder = makeFolder()
afterAll(() => folder.remove())
/** The next install rewrites it, so `move` leaves it alone. */
const lockFile = "packages:\n  '@auth/core@0.41.3':\n  '@auth/qwik@0.9.3':\n"
folder.write('app', { ...authJsApp, 'fake-github.mjs': fakeGitHub, 'pnpm-lock.yaml': lockFile })
const app = join(folder.path, 'app')

describe('an app with @auth/qwik after npx latchkey move, without any other edit', () => {
  it('no longer mentions Auth.js, and a second run changes nothing', async () => {
    const first = await runCommand(folder, 'app', ['move', '--yes'])
    expect(first).toMatchObject({ code: 0 })
    const [, places = ''] = first.output.split('Look at these places yourself:')
    expect(places.match(/^\s*\S+:\d+$/gm)).toHaveLength(1)
    expect(places).toContain('move finds no trustHost, AUTH_URL or AUTH_TRUST_HOST.')
    const paths = Object.keys(authJsApp)
    const moved = paths.map((path) => readFileSync(join(app, path), 'utf8'))
    expect(moved.filter((text) => /@auth\//.test(text))).toEqual([])
    const second = await runCommand(folder, 'app', ['move', '--yes'])
    expect(second).toEqual({ code: 0, output: 'Nothing to move.\n' })
  })

  it('has no type errors', async () => {
    const { resolve } = createRequire(import.meta.url)
    const tsc = join(dirname(resolve('typescript-5.4/package.json')), 'bin/tsc')
    expect(await runNode([tsc, '--pretty', 'false'], app)).toEqual({ code: 0, output: '' })
  }, 120_000)

  it.each([
    ['the client', []],
    ['the server', ['-c', 'adapters/node-server/vite.config.ts']],
  ])('builds %s', async (_what, args) => {
    const vite = join(folder.path, 'node_modules/vite/bin/vite.js')
    const build = await runBuild(vite, args, app)
    expect(build).toMatchObject({ code: 0 })
  })

  it('signs a user in', async () => {
    const { child, port, log } = await startSite(
      { path: app, remove: () => undefined },
      {
        AUTH_SECRET: 'Zm9yLXRoZS1leGFtcGxlLW9mLXRoZS1tb3ZlLW9ubHk',
        AUTH_GITHUB_ID: 'client-1',
        AUTH_GITHUB_SECRET: 'client-secret-1',
        NODE_OPTIONS: `--import ${join(app, 'fake-github.mjs')}`,
      },
    )
    try {
      await signIn(`http://localhost:${port}`)
    } finally {
      child.kill()
    }
    expect(log()).not.toMatch(/error/i)
  })
})

async function signIn(origin: string): Promise<void> {
  const browser = openBrowser({ url: `${origin}/auth` })
  const refused = await browser.fetchPage('/protected/')
  expect(refused.url).toBe(`${origin}/`)
  const { response } = await browser.postForm(refused)
  const authorization = new URL(response.headers.get('location') ?? '')
  expect(authorization.origin).toBe('https://github.com')
  const callback = new URL(authorization.searchParams.get('redirect_uri') ?? '')
  expect(callback.href).toBe(`${origin}/auth/callback/github`)
  callback.searchParams.set('code', 'code-1')
  callback.searchParams.set('state', authorization.searchParams.get('state') ?? '')
  const landed = await browser.fetchPage(callback.href)
  expect([landed.status, landed.url]).toEqual([200, `${origin}/protected/`])
  for (const text of ['Only for users', 'Ada Lovelace', 'reader']) {
    expect(landed.html).toContain(text)
  }
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
}
