import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Browser, Page } from '../../../src/testing/attack/browser.js'
import { openBrowser } from '../../../src/testing/attack/target.js'
import { startSite } from '../build/built-site.js'
import { makeFolder, runBuild, runNode } from '../build/folder.js'
import { runCommand } from '../build/init.js'
import { fakeGitHub } from './fake-github.js'

/** An app with Auth.js, and what is known of its move. */
export interface AppToMove {
  readonly files: Readonly<Record<string, string>>
  /** The place and the problem of each finding, in their order. */
  readonly findings: readonly (readonly [place: string, problem: string])[]
  readonly basePath: string
  /** The environment of its server, beside the secret. */
  readonly env: Readonly<Record<string, string>>
}

/** A visitor of the moved app. */
export interface Visit {
  readonly origin: string
  readonly browser: Browser
}

/** Moves, checks and builds an app, and lets a user sign in. */
export function testMove(
  { files, findings, basePath, env }: AppToMove,
  signIn: (visit: Visit) => Promise<void>,
): void {
  const folder = makeFolder()
  afterAll(() => folder.remove())
  folder.write('app', { ...files, 'fake-github.mjs': fakeGitHub })
  const app = join(folder.path, 'app')

  it('no longer mentions Auth.js, and a second run changes nothing', async () => {
    const first = await runCommand(folder, 'app', ['move', '--yes'])
    expect(first).toMatchObject({ code: 0 })
    const [, places = ''] = first.output.split('Look at these places yourself:')
    const found = [...places.matchAll(/^(\S+:\d+)\n {2}(.*)$/gm)].map(([, ...all]) => all)
    expect(found).toEqual(
      findings.map(([place, problem]) => [place, expect.stringContaining(problem)]),
    )
    const paths = Object.keys(files).filter((path) => path !== 'pnpm-lock.yaml')
    const moved = paths.map((path) => readFileSync(join(app, path), 'utf8'))
    expect(moved.filter((text) => /@auth\/|@builder\.io\/qwik-auth/.test(text))).toEqual([])
    const { devDependencies } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
    expect(devDependencies).toMatchObject({ vite: '^6', '@builder.io/qwik': '^1.5.7' })
    const second = await runCommand(folder, 'app', ['move', '--yes'])
    expect(second).toEqual({ code: 0, output: 'Nothing to move.\n' })
  })

  it('has no type errors', async () => {
    const { resolve } = createRequire(import.meta.url)
    const tsc = join(dirname(resolve('typescript-5.4/package.json')), 'bin/tsc')
    expect(await runNode([tsc, '--pretty', 'false'], app)).toEqual({ code: 0, output: '' })
  })

  it.each([
    ['the client', []],
    ['the server', ['-c', 'adapters/node-server/vite.config.ts']],
  ])('builds %s', async (_what, args) => {
    const vite = join(folder.path, 'node_modules/vite/bin/vite.js')
    expect(await runBuild(vite, args, app)).toMatchObject({ code: 0 })
  })

  it('signs a user in', async () => {
    const { child, port, log } = await startSite(
      { path: app, remove: () => undefined },
      {
        AUTH_SECRET: 'Zm9yLXRoZS1leGFtcGxlLW9mLXRoZS1tb3ZlLW9ubHk',
        NODE_OPTIONS: `--import ${join(app, 'fake-github.mjs')}`,
        ...env,
      },
    )
    const origin = `http://localhost:${port}`
    try {
      await signIn({ origin, browser: openBrowser({ url: `${origin}${basePath}` }) })
    } finally {
      child.kill()
    }
    expect(log()).not.toMatch(/error/i)
  })
}

/** Returns from the provider to which an answer redirects, and returns the callback's path. */
export async function returnFromGitHub(
  { browser }: Visit,
  response: Response,
): Promise<{ readonly callback: string; readonly landed: Page }> {
  const authorization = new URL(response.headers.get('location') ?? '')
  expect(authorization.origin).toBe('https://github.com')
  const callback = new URL(authorization.searchParams.get('redirect_uri') ?? '')
  callback.searchParams.set('code', 'code-1')
  callback.searchParams.set('state', authorization.searchParams.get('state') ?? '')
  const landed = await browser.fetchPage(callback.href)
  return { callback: callback.pathname, landed }
}
