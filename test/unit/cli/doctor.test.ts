import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { checkAdapter } from '../../../src/cli/doctor/check-adapter.js'
import { checkConfig, listProviders } from '../../../src/cli/doctor/check-config.js'
import { checkOnline } from '../../../src/cli/doctor/check-online.js'
import { checkPackages } from '../../../src/cli/doctor/check-packages.js'
import { compareVersions } from '../../../src/cli/package-version.js'
import { describeError } from '../../../src/cli/doctor/describe-error.js'
import { findReason } from '../../../src/cli/doctor/find-reason.js'
import { makeEvent } from '../../../src/cli/doctor/make-event.js'
import { renderResults } from '../../../src/cli/doctor/render-results.js'
import { setEnvDefaults } from '../../../src/config/env.js'
import { prepareConfig } from '../../../src/config/resolve.js'
import type { AuthConfig } from '../../../src/model/config.js'
import { customFetch } from '../../../src/model/markers.js'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import Nodemailer from '../../../src/providers/nodemailer.js'
import Passkey from '../../../src/providers/passkey.js'
import Password from '../../../src/providers/password.js'
import Resend from '../../../src/providers/resend.js'
import { makeSandbox, qwikApp, type Sandbox } from './sandbox.js'

const secret = 'Zk3vQ0mT8yLrN5sXw1bHc7dJf9gKp2aE'
const issuer = 'https://id.example'
const call =
  'import { routeAuth$ } from "latchkey"\nexport const { onRequest } = routeAuth$(() => ({}))'

/** Runs doctor on an app that has no packages, so that nothing is loaded. */
async function examine(sandbox: Sandbox): Promise<ReadonlyMap<string, string>> {
  const { output } = await sandbox.run(['doctor', '--json'])
  const { results } = JSON.parse(output)
  return new Map(
    results.map(({ check, state, message }: Record<string, string>) => [
      check,
      `${state}: ${message}`,
    ]),
  )
}

function installed(packages: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(packages).map(([name, version]) => [
      `node_modules/${name}/package.json`,
      JSON.stringify({ version }),
    ]),
  )
}

describe('the packages of providers', () => {
  const mail = Nodemailer({ server: 'smtps://name:word@host', from: 'a@app.test' })

  it('are reported if the app does not have them', async () => {
    const { folder } = makeSandbox()
    const providers = listProviders({ providers: [mail, Passkey()] })
    expect(await checkPackages(folder, providers)).toMatchObject([
      { check: 'providers', state: 'wrong', cure: 'Run npm install nodemailer.' },
      { check: 'providers', state: 'warning', cure: 'Run npm install @simplewebauthn/server.' },
    ])
  })

  it('are not reported if the app has them, or does not need them', async () => {
    const { folder } = makeSandbox({ ...qwikApp, ...installed({ nodemailer: '7.0.11' }) })
    const others = [mail, Resend({ apiKey: 'key', from: 'a@app.test' })]
    expect(await checkPackages(folder, listProviders({ providers: others }))).toEqual([])
  })
})

it('the mailer is not missed by a provider that sends its mails itself', async () => {
  const { folder } = makeSandbox()
  const own = Nodemailer({
    server: 'smtps://name:word@host',
    from: 'a@app.test',
    sendVerificationRequest: () => undefined,
  })
  expect(await checkPackages(folder, listProviders({ providers: [own] }))).toEqual([])
})

it.each(['createServer', 'ssrLoadModule'])('doctor does not wait forever for %s', async (name) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sandbox = makeSandbox({
    ...qwikApp,
    'src/routes/plugin@auth.ts': call,
    'node_modules/vite/package.json': '{ "version": "7.0.0", "type": "module" }',
    'node_modules/vite/index.js': `
      const forever = () => new Promise(() => {})
      const server = { ssrLoadModule: forever, close: forever, config: { plugins: [] } }
      export const createServer = ${name === 'createServer' ? 'forever' : 'async () => server'}
    `,
  })
  const running = examine(sandbox)
  const state = { isDone: false }
  void running.finally(() => (state.isDone = true))
  while (!state.isDone) {
    await vi.advanceTimersByTimeAsync(5000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const results = await running
  const reason = 'It has not finished within 60 seconds.'
  expect([results.get('vite plugin'), results.get('exports')].join(' ')).toContain(reason)
})

describe('the message of an error', () => {
  it.each([
    [
      new AggregateError([new Error('connect ECONNREFUSED ::1:5432')]),
      'connect ECONNREFUSED ::1:5432',
    ],
    [
      Object.assign(new Error('Unexpected token\nmore'), {
        id: '/app/src/a.ts?x',
        loc: { line: 3, column: 1 },
      }),
      'Unexpected token (src/a.ts:3:1)',
    ],
    [
      {
        errors: [
          { text: 'Expected ";"', location: { file: '/app/vite.config.ts', line: 2, column: 0 } },
        ],
      },
      'Expected ";" (vite.config.ts:2:0)',
    ],
    ['just a text', 'just a text'],
  ])('has the reason and the place: %s', (error, expected) => {
    expect(describeError(error, '/app')).toBe(expected)
  })
})

describe('latchkey doctor', () => {
  it('prints a table with a cure below each finding, and exits with 1', async () => {
    const { code, output } = await makeSandbox().run(['doctor'])
    expect(code).toBe(1)
    expect(output).toMatch(/^check +state +finding and cure\n/)
    expect(output).toMatch(
      /^plugin file +✗ wrong +No file in src calls routeAuth\$\.\n +→ Run npx latchkey init\.$/m,
    )
    expect(output).toMatch(/\d of \d checks failed\.\n$/)
  })

  it('names the Vite config that Vite read', async () => {
    const plugin = 'src/routes/plugin@auth.ts'
    const configs = { 'vite.config.ts': '', 'vite.config.mjs': '' }
    const vite = (body: string): Record<string, string> => ({
      'node_modules/vite/index.js': `exports.createServer = async ({ root }) => ({
        config: { plugins: [], configFile: root + '/config/own.mjs' },
        pluginContainer: { resolveId: async () => null },
        ssrLoadModule: async () => { ${body} },
        close: async () => {},
      })`,
    })
    const files = { ...qwikApp, ...configs, [plugin]: call }
    const opened = await examine(makeSandbox({ ...files, ...vite('return {}') }))
    expect(opened.get('vite plugin')).toMatch(/^wrong: config\/own\.mjs does not have latchkey\(\)/)
    const failed = makeSandbox({
      ...files,
      ...vite('throw new Error("refused without the plugin of latchkey/vite")'),
    })
    expect((await failed.run(['doctor'])).output).toContain(
      'Add latchkey() from latchkey/vite to the plugins in vite.config.mjs, before qwikVite().',
    )
  })

  it.each([
    [['warning'], 'Nothing is wrong. (1 warning)'],
    [['warning', 'warning', 'unknown', 'ok'], 'Nothing is wrong. (2 warnings, 1 unknown)'],
    [['wrong', 'unknown', 'unknown'], '1 of 3 checks failed. (2 unknown)'],
  ] as const)('counts %j', (states, line) => {
    const results = states.map((state) => ({ check: 'a', state, message: 'b' }))
    expect(renderResults(results).split('\n').at(-1)).toBe(line)
  })

  it.each([
    ['', 'Rename or remove it, and run npx latchkey init, which writes src/routes/plugin@auth.ts.'],
    [
      'import { QwikAuth$ } from "@auth/qwik"\nQwikAuth$(() => ({}))',
      'Run npx latchkey move, which changes the app from Auth.js to Latchkey.',
    ],
  ])('does not send back to init, which leaves a file of the app: %j', async (text, cure) => {
    const sandbox = makeSandbox({ ...qwikApp, 'src/routes/plugin@auth.js': text })
    const { output } = await sandbox.run(['doctor'])
    expect(output).toContain('src/routes/plugin@auth.js does not call routeAuth$ of latchkey.')
    expect(output).toContain(`→ ${cure}\n`)
    const { output: left } = await sandbox.run(['init', '-y', '-p', 'github'])
    expect(left.includes('To move it from Auth.js, run npx latchkey move.')).toBe(text !== '')
  })

  it('the cure for a file in the place of the plugin works when it is followed', async () => {
    const sandbox = makeSandbox({ ...qwikApp, 'src/routes/plugin@auth.ts': '' })
    rmSync(join(sandbox.folder, 'src/routes/plugin@auth.ts'))
    await sandbox.run(['init', '-y', '-p', 'github'])
    expect((await examine(sandbox)).get('plugin file')).toBe('ok: src/routes/plugin@auth.ts')
  })

  it('finds an initializer that is imported under another name', async () => {
    const text =
      'import { routeAuth$ as auth$ } from "latchkey"\nexport const { onRequest } = auth$(() => ({}))'
    const sandbox = makeSandbox({ ...qwikApp, 'src/routes/plugin@login.ts': text })
    expect((await examine(sandbox)).get('plugin file')).toBe('ok: src/routes/plugin@login.ts')
    await sandbox.run(['init', '-y', '-p', 'github'])
    expect(sandbox.has('src/routes/plugin@auth.ts')).toBe(false)
  })

  it('reports versions that do not fit', async () => {
    const versions = {
      '@builder.io/qwik': '1.19.1',
      '@builder.io/qwik-city': '1.19.2',
      vite: '8.0.0',
    }
    const found = await examine(makeSandbox({ ...qwikApp, ...installed(versions) }))
    expect(found.get('@builder.io/qwik')).toBe(
      'wrong: Expected @builder.io/qwik 1.19.2 or later, but before 2, found 1.19.1.',
    )
    expect(found.get('@builder.io/qwik-city')).toBe('ok: 1.19.2')
    expect(found.get('vite')).toBe('wrong: Expected vite 6 or later, but before 8, found 8.0.0.')
    expect(found.get('latchkey')).toBe('wrong: latchkey is not installed.')
    expect(found.get('node')).toMatch(/^ok: /)
  })

  it.each([
    ['1.2.3', '1.2.3', 0],
    ['1.10.0', '1.9.9', 1],
    ['2.0.0-beta.9', '2.0.0-beta.45', -1],
    ['2.0.0', '2.0.0-beta.45', 1],
    ['2', '2-0', 1],
  ])('compares version %s with %s', (left, right, sign) => {
    expect(Math.sign(compareVersions(left, right))).toBe(sign)
  })

  it.each(['routeAuth$', 'FrameworkAuth$', 'QwikAuth$'])('finds a call of %s', async (name) => {
    const files = { 'src/routes/plugin@auth.ts': call.replaceAll('routeAuth$', () => name) }
    const results = await examine(makeSandbox({ ...qwikApp, ...files }))
    expect(results.get('plugin file')).toBe('ok: src/routes/plugin@auth.ts')
  })

  /** What doctor says about the files that start Latchkey. */
  async function placesOf(
    files: Readonly<Record<string, string>>,
    base: Readonly<Record<string, string>> = qwikApp,
  ): Promise<readonly string[]> {
    const { output } = await makeSandbox({ ...base, ...files }).run(['doctor', '--json'])
    const { results } = JSON.parse(output)
    return results
      .filter(({ check }: { check: string }) => check === 'plugin file')
      .map(({ state, message }: Record<string, string>) => `${state}: ${message}`)
  }

  it.each([
    'src/routes/layout.tsx',
    'src/routes/layout-wide.tsx',
    'src/routes/index.tsx',
    'src/routes/admin/layout.tsx',
    'src/routes/auth/index.ts',
    'src/routes/[id]/index.tsx',
  ])('reports a call in %s, because /auth/signin is not one of its pages', async (path) => {
    expect(await placesOf({ [path]: call })).toEqual([
      `wrong: Qwik runs ${path} only for its own pages, so /auth/signin answers 404.`,
    ])
  })

  it.each([
    ['src/routes/auth/[...all]/index.ts', {}],
    ['src/routes/auth/layout.tsx', { 'src/routes/auth/[...all]/index.tsx': '' }],
    ['src/routes/layout.tsx', { 'src/routes/auth/[...all]/(group)/index.tsx': '' }],
  ])('warns about a call in %s, whose pages include those of /auth', async (path, others) => {
    expect(await placesOf({ ...others, [path]: call })).toEqual([
      `warning: Qwik runs ${path} only for its own pages, and not for the others.`,
    ])
  })

  it('reports a catch-all page outside of the layout that calls', async () => {
    const files = { 'src/routes/a/layout.tsx': call, 'src/routes/ab/[...all]/index.tsx': '' }
    expect(await placesOf(files)).toEqual([expect.stringMatching(/^wrong: /)])
  })

  it.each([
    ['src/routes/auth.ts', 'its name does not start with plugin@'],
    ['src/routes/plugin-auth.ts', 'its name does not start with plugin@'],
    ['src/routes/plugin@auth.mts', 'it is not a file such as src/routes/plugin@auth.ts'],
    ['src/routes/admin/plugin@auth.ts', 'it is not a file such as src/routes/plugin@auth.ts'],
    ['src/auth.ts', 'it is not a file such as src/routes/plugin@auth.ts'],
  ])('reports a call in %s, which Qwik does not run', async (path, reason) => {
    expect(await placesOf({ [path]: call })).toEqual([
      `wrong: Qwik does not run ${path}, because ${reason}.`,
    ])
  })

  it.each([
    'export { onRequest, useSession } from "../auth"',
    "export * from '~/auth.js'",
    'import { onRequest } from "~/auth"\nexport { onRequest }',
  ])('accepts a call in another file that a plugin exports: %s', async (text) => {
    const files = { 'src/auth.ts': call, 'src/routes/plugin@auth.ts': text }
    expect(await placesOf(files)).toEqual([
      'ok: src/routes/plugin@auth.ts, which exports src/auth.ts',
    ])
  })

  it('does not take a plugin that exports something else for one that exports the call', async () => {
    const files = { 'src/auth.ts': call, 'src/routes/plugin@a.ts': 'export * from "~/not-auth"' }
    expect(await placesOf(files)).toEqual([expect.stringMatching(/^wrong: .* src\/auth\.ts,/)])
  })

  it('lists every file that starts Latchkey', async () => {
    const files = ['plugin@auth.ts', 'plugin@staff.ts', 'login.ts']
    const paths = files.map((name) => [`src/routes/${name}`, call])
    expect(await placesOf(Object.fromEntries(paths))).toEqual([
      'wrong: Qwik does not run src/routes/login.ts, because its name does not start with plugin@.',
      'ok: src/routes/plugin@auth.ts',
      'ok: src/routes/plugin@staff.ts',
    ])
  })

  it('reports two plugins on Qwik 2, which allows one', async () => {
    const base = { 'package.json': JSON.stringify({ dependencies: { '@qwik.dev/router': '*' } }) }
    const two = { 'src/routes/plugin@a.ts': call, 'src/routes/plugin@b.ts': call }
    expect(await placesOf(two, base)).toEqual([
      'ok: src/routes/plugin@a.ts',
      'ok: src/routes/plugin@b.ts',
      'wrong: src/routes/plugin@a.ts and src/routes/plugin@b.ts each start Latchkey, but Qwik 2 allows one instance.',
    ])
  })

  it('reports a file that could not be loaded, with the reason', async () => {
    const found = await examine(makeSandbox({ ...qwikApp, 'src/routes/plugin@auth.ts': call }))
    expect(found.get('plugin file')).toBe('ok: src/routes/plugin@auth.ts')
    expect(found.get('exports')).toBe(
      'wrong: src/routes/plugin@auth.ts could not be loaded: The app does not have vite. Run npm install.',
    )
  })

  it('names the right import if the app uses the other version of Qwik', async () => {
    const { output } = await makeSandbox({
      'package.json': JSON.stringify({ dependencies: { '@qwik.dev/router': '*' } }),
      'src/routes/plugin@auth.ts': call,
    }).run(['doctor'])
    expect(output).toContain(
      '→ Import from "latchkey/qwik2" instead of "latchkey", because the app uses @qwik.dev/router.\n',
    )
  })

  describe.skipIf(process.platform === 'win32')('on the files with the secrets', () => {
    function makeRepository(
      mode: number,
      gitignore: string,
      file = '.env',
      text = `AUTH_SECRET=${secret}\n`,
    ): Sandbox {
      const sandbox = makeSandbox({ ...qwikApp, [file]: text, '.gitignore': gitignore })
      chmodSync(join(sandbox.folder, file), mode)
      execFileSync('git', ['init', '--quiet'], { cwd: sandbox.folder })
      return sandbox
    }

    it('finds nothing wrong with a private file that git ignores', async () => {
      const found = await examine(makeRepository(0o600, '.env\n'))
      expect(found.get('env files')).toBe('ok: No other user and no commit can read the secrets.')
    })

    it('reports a mode that lets others read the secret', async () => {
      const found = await examine(makeRepository(0o644, '.env\n'))
      expect(found.get('env files')).toBe(
        'warning: Other users of this machine can read .env (mode 0644).',
      )
    })

    it('reports a secret that git does not ignore', async () => {
      const found = await examine(makeRepository(0o600, '.env*\n!.env\n'))
      expect(found.get('env files')).toBe(
        'wrong: Git does not ignore .env, and AUTH_SECRET is in it.',
      )
    })

    it.each([
      ['DATABASE_URL', 'postgres://ada:lovelace@db.example/app'],
      ['AUTH_GITHUB_SECRET', '0123456789abcdef'],
      ['REDIS_URL', 'redis://:lovelace@cache.example'],
      ['AUTH_SECRET', 'short'],
    ])('reports %s in a file that others can read or git commits', async (name, value) => {
      const text = `${name}=${value}\n`
      const shared = await examine(makeRepository(0o644, '.env\n', '.env', text))
      expect(shared.get('env files')).toBe(
        'warning: Other users of this machine can read .env (mode 0644).',
      )
      const committed = await examine(makeRepository(0o600, '', '.env', text))
      expect(committed.get('env files')).toBe(
        `wrong: Git does not ignore .env, and ${name} is in it.`,
      )
    })

    it.each(['.env.local', '.env.ssr', '.env.production', '.env.production.local'])(
      'reports a secret in %s that git tracks',
      async (file) => {
        const text = `AUTH_SECRET=${secret}\nAUTH_GITHUB_SECRET=0123456789abcdef\n`
        const sandbox = makeRepository(0o600, `${file}\n`, file, text)
        execFileSync('git', ['add', '--force', file], { cwd: sandbox.folder })
        const { output } = await sandbox.run(['doctor'])
        expect(output).toContain(
          `Git tracks ${file}, and AUTH_SECRET, AUTH_GITHUB_SECRET are in it.`,
        )
        expect(output).toContain(
          `Run git rm --cached ${file}, and replace AUTH_SECRET by a new one from npx latchkey secret, and replace the value of AUTH_GITHUB_SECRET.`,
        )
      },
    )

    it.each([
      ['.env', 'DATABASE_URL=file:.data/auth.sqlite\nNAME=a long public value\n'],
      ['.env.production.example', `AUTH_SECRET=${secret}\n`],
    ])('finds nothing wrong with %s that git commits with %j', async (file, text) => {
      const found = await examine(makeRepository(0o644, '', file, text))
      expect(found.get('env files')).toMatch(/^ok: /)
    })

    it('reports a link to a file with a secret that git tracks', async () => {
      const sandbox = makeRepository(0o600, '.env\n', 'shared/app.env')
      symlinkSync('shared/app.env', join(sandbox.folder, '.env'))
      execFileSync('git', ['add', 'shared/app.env'], { cwd: sandbox.folder })
      expect((await examine(sandbox)).get('env files')).toBe(
        'wrong: .env is a link to shared/app.env, which git tracks, and AUTH_SECRET is in it.',
      )
    })

    it('warns about a file that only .git/info/exclude of this clone ignores', async () => {
      const sandbox = makeRepository(0o600, '')
      sandbox.write('.git/info/exclude', '.env\n')
      expect((await examine(sandbox)).get('env files')).toBe(
        'warning: Only this clone ignores .env, through .git/info/exclude. Git would commit the file in any other clone.',
      )
    })

    it('goes on in a folder that is not in a repository, and says so', async () => {
      const sandbox = makeSandbox({ ...qwikApp, '.env': `AUTH_SECRET=${secret}\n` })
      chmodSync(join(sandbox.folder, '.env'), 0o600)
      expect((await examine(sandbox)).get('env files')).toBe(
        'ok: No other user can read the secrets. The folder is not in a git repository.',
      )
    })

    it.each([
      ['is not installed', { PATH: '' }, 'spawn git ENOENT'],
      [
        "refuses another user's repository",
        { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' },
        'fatal: detected dubious ownership',
      ],
    ])('goes on if git %s, and says what it could not check', async (_why, variables, reason) => {
      const sandbox = makeRepository(0o644, '.env\n')
      for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
      try {
        const { output, errors } = await sandbox.run(['doctor'])
        expect(errors).toBe('')
        expect(output).toContain(
          `Git cannot say whether it commits .env, and AUTH_SECRET is in it: ${reason}`,
        )
        expect(output).toMatch(/^env files +\? unknown /m)
        expect(output).toContain('Other users of this machine can read .env (mode 0644).')
        expect(output).toMatch(/^plugin file +✗ wrong /m)
      } finally {
        vi.unstubAllEnvs()
      }
    })

    it('reports a secret that git tracks', async () => {
      const sandbox = makeRepository(0o600, '.env\n')
      execFileSync('git', ['add', '--force', '.env'], { cwd: sandbox.folder })
      const { output } = await sandbox.run(['doctor'])
      expect(output).toContain('Git tracks .env, and AUTH_SECRET is in it.')
      expect(output).not.toContain(secret)
    })
  })
})

describe.skipIf(process.platform === 'win32')('doctor on the SQLite file', () => {
  function makeRepository(gitignore: string, url = 'file:./auth.sqlite'): Sandbox {
    const files = { '.env': `DATABASE_URL=${url}\n`, '.gitignore': gitignore }
    const sandbox = makeSandbox({ ...qwikApp, ...files, 'auth.sqlite': '' })
    chmodSync(join(sandbox.folder, 'auth.sqlite'), 0o600)
    execFileSync('git', ['init', '--quiet'], { cwd: sandbox.folder })
    vi.stubEnv('DATABASE_URL', undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    return sandbox
  }

  it('finds nothing wrong with a private file that git ignores', async () => {
    expect((await examine(makeRepository('auth.sqlite*\n'))).get('database file')).toBe(
      'ok: No other user and no commit can read ./auth.sqlite.',
    )
  })

  it('reports a file that git does not ignore, or tracks', async () => {
    const sandbox = makeRepository('')
    expect((await examine(sandbox)).get('database file')).toBe(
      'wrong: Git does not ignore the database auth.sqlite.',
    )
    execFileSync('git', ['add', 'auth.sqlite'], { cwd: sandbox.folder })
    expect((await examine(sandbox)).get('database file')).toBe(
      'wrong: Git tracks the database auth.sqlite.',
    )
  })

  it('reports a file that does not exist yet, and that git would commit', async () => {
    const sandbox = makeRepository('', 'file:data/auth.sqlite')
    expect((await examine(sandbox)).get('database file')).toBe(
      'wrong: Git does not ignore the database data/auth.sqlite.',
    )
  })

  it('warns about a file that only this clone ignores', async () => {
    const sandbox = makeRepository('')
    sandbox.write('.git/info/exclude', 'auth.sqlite\n')
    expect((await examine(sandbox)).get('database file')).toBe(
      'warning: Only this clone ignores the database auth.sqlite, through .git/info/exclude.',
    )
  })

  it.each(['', '-wal'])('warns if other users can read auth.sqlite%s', async (suffix) => {
    const sandbox = makeRepository('auth.sqlite*\n')
    sandbox.write(`auth.sqlite${suffix}`, '')
    chmodSync(join(sandbox.folder, `auth.sqlite${suffix}`), 0o644)
    expect((await examine(sandbox)).get('database file')).toBe(
      `warning: Other users of this machine can read the database auth.sqlite${suffix} (mode 0644).`,
    )
    chmodSync(sandbox.folder, 0o700)
    expect((await examine(sandbox)).get('database file')).toMatch(/^ok: /)
  })

  it('says that git could not be asked', async () => {
    const sandbox = makeRepository('')
    sandbox.write('.git/HEAD', 'broken')
    expect((await examine(sandbox)).get('database file')).toMatch(
      /^unknown: Git cannot say whether it commits the database auth\.sqlite: fatal: /,
    )
  })

  it.each([':memory:', 'postgres://localhost/app'])('is silent about %s', async (url) => {
    expect((await examine(makeRepository('', url))).has('database file')).toBe(false)
  })
})

describe('the check of the config', () => {
  const env = new Map<string, string>()
  const messages = (
    config: Parameters<typeof checkConfig>[0],
    variables = env,
  ): readonly string[] =>
    checkConfig(config, variables).flatMap(({ check, state, message }) =>
      state === 'ok' ? [] : `${check} ${state}: ${message}`,
    )

  it.each([
    ['', 'secret wrong: The option `secret` is missing.'],
    ['short', 'secret wrong: Expected `secret` to have 32 characters or more, got 5.'],
    [
      'change-me-change-me-change-me-change-me',
      'secret wrong: Expected `secret` to be random, but it looks like a placeholder.',
    ],
  ])('reports the secret %j', (text, message) => {
    expect(messages({ providers: [], secret: text, trustHost: true })).toEqual([message])
  })

  it('warns about an app that answers only on localhost', () => {
    expect(messages({ providers: [], secret })).toEqual([
      'hosts warning: Neither AUTH_URL nor trustHost is set, so the app answers only on localhost.',
    ])
    expect(messages({ providers: [], secret, origin: 'https://app.example' })).toEqual([])
    expect(messages({ providers: [], secret, trustHost: true })).toEqual([])
  })

  it('warns about an origin without https, but not on this machine', () => {
    expect(messages({ providers: [], secret, origin: 'http://app.example' })).toEqual([
      'hosts warning: http://app.example is not https, so others on the network can read the session cookies.',
    ])
    expect(messages({ providers: [], secret, origin: 'http://localhost:3000' })).toEqual([])
  })

  it('warns about an AUTH_URL whose path is not the base path', () => {
    const variables = new Map([['AUTH_URL', 'https://app.example/login']])
    const config = { providers: [], secret, origin: 'https://app.example', basePath: '/auth' }
    expect(messages(config, variables)).toEqual([
      expect.stringMatching(/^hosts warning: AUTH_URL has the path "\/login"/),
    ])
  })
})

describe('the check of a config with a provider that is undefined', () => {
  // What `import { GitHub } from "latchkey/providers/github"` gives.
  const providers = [undefined, Password] as unknown as AuthConfig['providers']
  const config: AuthConfig = { providers, secret, trustHost: true, adapter: memoryAdapter() }

  it('shows the line of the engine, and does not call the providers ok', () => {
    const results = checkConfig(config, new Map())
    expect(results.filter(({ state }) => state === 'wrong')).toMatchObject([
      {
        check: 'config',
        message: expect.stringMatching(
          /^Expected `providers\[0\]` to be a provider .* undefined\./,
        ),
        cure: expect.stringContaining('import GitHub from "latchkey/providers/github"'),
      },
    ])
    expect(results.filter(({ check }) => check === 'providers')).toEqual([])
  })

  it('goes on with the providers that are there', async () => {
    expect(listProviders(config).map(({ id }) => id)).toEqual(['password'])
    expect(await checkOnline(listProviders(config))).toHaveLength(1)
  })
})

describe('the check of the mails about passwords', () => {
  const check = (...providers: AuthConfig['providers']): readonly unknown[] =>
    checkConfig({ providers, secret, trustHost: true, adapter: memoryAdapter() }, new Map()).filter(
      ({ check: name, state }) => name === 'mail' || state === 'wrong',
    )

  it('warns about passwords in an app that sends no mails', () => {
    expect(check(Password)).toEqual([
      {
        check: 'mail',
        state: 'warning',
        message:
          'The provider "password" needs an e-mail provider, so no visitor can sign up or reset a password, and no user whose address is unproven can sign in.',
        cure: 'Add one, such as Nodemailer or Resend, with `signIn: false` if it is for passwords only.',
      },
    ])
  })

  it('accepts an e-mail provider that only sends mails about passwords', () => {
    const mailer = Resend({ apiKey: 'key', from: 'app@example.com', signIn: false })
    expect(check(Password, mailer)).toEqual([])
    expect(check(mailer)).toEqual([])
  })

  it('an e-mail provider that lacks an option sends no mails, and is named', () => {
    expect(check(Password, Resend({ from: 'app@example.com' }))).toMatchObject([
      { check: 'providers', state: 'wrong' },
      {
        check: 'mail',
        state: 'warning',
        message:
          'The provider "password" needs the provider "resend", which is disabled, so no visitor can sign up or reset a password, and no user whose address is unproven can sign in.',
        cure: 'Fix the provider "resend" as above.',
      },
    ])
  })

  it('warns about a port that belongs to the other scheme', () => {
    const from = 'app@example.com'
    expect(check(Nodemailer({ server: 'smtp://a:hunter2@smtp.example.com:465', from }))).toEqual([
      {
        check: 'mail',
        state: 'warning',
        message:
          '`server` of the provider "nodemailer" has smtp: and the port 465, which expects smtps:.',
        cure: 'Write smtps: in the URL.',
      },
    ])
    expect(check(Nodemailer({ server: 'smtps://smtp.example.com:465', from }))).toEqual([])
  })

  it('reports an SMTP server that is not a URL', () => {
    const mailer = Nodemailer({ server: 'smtp.example.com', from: 'app@example.com' })
    expect(check(mailer)).toMatchObject([
      {
        check: 'providers',
        message:
          'The provider "nodemailer" is disabled, because its `server` does not start with smtps:// or smtp://.',
        cure: 'Write it such as smtps://name:password@smtp.example.com.',
      },
    ])
  })
})

describe('the check of a config with `compatibility`', () => {
  const config = { providers: [], compatibility: 'authjs' as const, trustHost: true }
  const check = (overrides: object): readonly string[] =>
    checkConfig({ ...config, ...overrides }, new Map()).map(
      ({ check: name, state, message }) => `${name} ${state}: ${message}`,
    )

  it('warns about a secret that is only tolerated', () => {
    const results = check({ secret: 'Zk3vQ0mT8yLrN5sX' })
    expect(results.filter((line) => line.startsWith('secret '))).toEqual([
      'secret warning: Expected `secret` to have 32 characters or more, got 16.',
    ])
    expect(results).toContain("compatibility warning: `compatibility: 'authjs'` weakens checks.")
  })

  it.each([
    [
      'when no server needs it, if the config works without it',
      {},
      'Remove the option when no server with Auth.js runs and you will not roll back.',
    ],
    [
      'after the warnings are fixed, if the config does not work without it',
      { secret: 'Zk3vQ0mT8yLrN5sX' },
      'Fix the warnings above before you remove the option.',
    ],
  ])('says that the option can go %s', (_when, overrides, cure) => {
    const results = checkConfig({ ...config, secret, ...overrides }, new Map())
    expect(results.find(({ check: name }) => name === 'compatibility')).toMatchObject({ cure })
  })

  it('warns about an option that is only tolerated', () => {
    const results = check({ secret, pages: { signIn: 'nowhere' } })
    expect(results.filter((line) => line.startsWith('config '))).toEqual([
      expect.stringMatching(/^config warning: Expected `pages\.signIn` /),
    ])
  })
})

describe('a config function that gives no config', () => {
  /** What doctor says, from the lines that the engine logs. */
  async function explain(load: () => AuthConfig | Promise<AuthConfig>): Promise<string> {
    const logged: unknown[] = []
    const log = vi
      .spyOn(console, 'error')
      .mockImplementation((...args) => void logged.push(...args))
    onTestFinished(() => log.mockRestore())
    logged.push('a line of the app')
    await prepareConfig(load, new Map(), {})
    return findReason(logged)
  }

  it.each([
    ['Error', () => new Error('connect ECONNREFUSED 127.0.0.1:5432')],
    [
      'AggregateError',
      () => new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:5432')]),
    ],
  ])('is explained by the %s that it threw', async (name, makeError) => {
    const reason = await explain(() => Promise.reject(makeError()))
    expect(reason.startsWith(`${name}: connect ECONNREFUSED 127.0.0.1:5432 (`)).toBe(true)
  })

  it('is explained by what it returned', async () => {
    expect(await explain(() => ({}) as AuthConfig)).toBe(
      'Expected `providers` to be an array. Add `providers: [...]`.',
    )
    expect(findReason([])).toBe('It returned no providers.')
  })
})

describe('the check of AUTH_URL', () => {
  it.each(['app.example', 'localhost:3000', 'app.example:8443/auth', 'ftp://app.example'])(
    'names AUTH_URL if it is %s',
    async (AUTH_URL) => {
      const environment = new Map([['AUTH_URL', AUTH_URL]])
      expect(() => makeEvent(environment)).not.toThrow()
      const config: AuthConfig = { providers: [], secret }
      setEnvDefaults(environment, config)
      const wrong = checkConfig(config, environment).filter(({ state }) => state !== 'ok')
      expect(wrong).toEqual([
        {
          check: 'hosts',
          state: 'wrong',
          message: `AUTH_URL is "${AUTH_URL}", which is not an http or https URL.`,
          cure: 'Write it with its scheme, such as AUTH_URL=https://app.example.',
        },
      ])
    },
  )
})

describe('the check of the adapter', () => {
  it('reports a database that fails', async () => {
    const adapter = { getUserByEmail: () => Promise.reject(new Error('connection refused')) }
    expect(await checkAdapter(adapter)).toMatchObject({
      state: 'wrong',
      message: 'The database fails: connection refused',
    })
  })

  it('accepts a database that answers, and an app without one', async () => {
    const adapter = { getUserByEmail: () => Promise.resolve(null) }
    expect(await checkAdapter(adapter)).toMatchObject({ state: 'ok' })
    expect(await checkAdapter(undefined)).toMatchObject({ state: 'ok' })
  })
})

describe('the check of the providers over the network', () => {
  /** An OpenID provider whose token endpoint answers in this way. */
  function provider(status: number, error: string, date = new Date()): OIDCConfig<Profile> {
    const headers = { date: date.toUTCString() }
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    }
    const answer: typeof fetch = (input) =>
      Promise.resolve(
        new Request(input).url.endsWith('/token')
          ? Response.json({ error }, { status, headers })
          : Response.json(metadata, { headers }),
      )
    return {
      id: 'example',
      name: 'Example',
      type: 'oidc',
      issuer,
      clientId: 'app',
      clientSecret: 'secret-of-the-client',
      [customFetch]: answer,
    }
  }

  const ask = async (...args: Parameters<typeof provider>): Promise<readonly string[]> =>
    (await checkOnline([provider(...args)])).map(({ state, message }) => `${state}: ${message}`)

  it.each([
    [400, 'invalid_grant'],
    [200, 'bad_refresh_token'],
    [200, 'invalid_refresh_token'],
  ])('accepts a client whose random token is refused with %i %s', async (status, error) => {
    expect((await ask(status, error))[0]).toBe('ok: "example" answers and accepts the client.')
  })

  it.each([
    [401, 'invalid_client'],
    [400, 'invalid_client'],
    [200, 'incorrect_client_credentials'],
    [200, 'invalid_client_id'],
    [200, 'bad_client_secret'],
  ])('reports a client that the provider refuses with %i %s', async (status, error) => {
    expect((await ask(status, error))[0]).toBe(
      'wrong: "example" does not accept the client id or the client secret.',
    )
  })

  it.each([
    [403, 'forbidden', '403 (forbidden)'],
    [403, 'see\nhttps://attacker.example', '403'],
    [405, '', '405'],
    [429, 'slow_down', '429 (slow_down)'],
    [400, '', '400'],
    [400, 'invalid_request', '400 (invalid_request)'],
    [400, 'unsupported_grant_type', '400 (unsupported_grant_type)'],
    [400, 'unauthorized_client', '400 (unauthorized_client)'],
    [200, 'redirect_uri_mismatch', '200 (redirect_uri_mismatch)'],
    [503, 'server_error', '503 (server_error)'],
  ])(
    'says what a provider answered that did not judge the client: %i %j',
    async (status, error, answer) => {
      expect((await ask(status, error))[0]).toBe(
        `unknown: "example" answers ${answer}, so it is unknown whether it accepts the client.`,
      )
    },
  )

  it('accepts a client whose token is refused with status 403, as Auth0 does', async () => {
    expect((await ask(403, 'invalid_grant'))[0]).toMatch(/^ok: /)
  })

  it('reports a token endpoint that does not exist, or does not know the client', async () => {
    expect((await ask(404, 'Not Found'))[0]).toBe(
      'wrong: "example" answers 404 at its token endpoint.',
    )
  })

  it('reports an issuer that cannot be reached', async () => {
    const unreachable = {
      ...provider(400, 'invalid_grant'),
      [customFetch]: () => Promise.reject(new TypeError('getaddrinfo ENOTFOUND')),
    }
    const [result] = await checkOnline([unreachable])
    expect(result).toMatchObject({ state: 'wrong', message: expect.stringContaining('ENOTFOUND') })
  })

  it.each([
    [0, "ok: It differs by 0 s from the provider's."],
    [-120, "wrong: The clock of this machine is 120 s ahead of the provider's."],
    [120, "wrong: The clock of this machine is 120 s behind the provider's."],
  ])('compares the clocks when the provider differs by %i s', async (seconds, message) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
    try {
      const date = new Date(Date.now() + seconds * 1000)
      expect((await ask(400, 'invalid_grant', date))[1]).toBe(message)
    } finally {
      vi.useRealTimers()
    }
  })

  it('does not ask providers without a client', async () => {
    expect(await checkOnline([{ ...provider(400, ''), clientId: '' }])).toEqual([
      { check: 'clock', state: 'skipped', message: 'No provider sent its time.' },
    ])
  })
})
