import { chmodSync, cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFolder, root } from './folder.js'
import { runCommand } from './init.js'

const folder = makeFolder()
afterAll(() => folder.remove())

const secret = 'Zk3vQ0mT8yLrN5sXw1bHc7dJf9gKp2aE'
const good = {
  AUTH_SECRET: secret,
  AUTH_URL: 'http://localhost:3000',
  DATABASE_URL: 'file:.data/demo.sqlite',
}
const plugin = 'src/routes/plugin@auth.ts'

interface Result {
  readonly check: string
  readonly state: string
  readonly message: string
  readonly cure?: string
}

/** A copy of the demo with these variables in a file that only its owner can read. */
function copyDemo(name: string, variables: Readonly<Record<string, string>> = good): void {
  for (const part of ['package.json', 'vite.config.ts', 'src']) {
    cpSync(join(root, 'demo', part), join(folder.path, name, part), { recursive: true })
  }
  const lines = Object.entries(variables).map(([key, value]) => `${key}=${value}\n`)
  folder.write(name, { '.env.local': lines.join('') })
  chmodSync(join(folder.path, name, '.env.local'), 0o600)
}

/** Changes a file of a copy. */
function edit(name: string, path: string, change: (text: string) => string): void {
  const before = readFileSync(join(folder.path, name, path), 'utf8')
  const after = change(before)
  expect(after).not.toBe(before)
  folder.write(name, { [path]: after })
}

async function examine(
  name: string,
): Promise<{ readonly code: number; readonly results: readonly Result[] }> {
  const { code, output } = await runCommand(folder, name, ['doctor', '--json'])
  expect(output).not.toContain(secret)
  const { ok, results } = JSON.parse(output)
  expect(ok).toBe(code === 0)
  return { code, results }
}

/** What is wrong with a broken copy. */
async function findWrong(name: string): Promise<readonly Result[]> {
  const { code, results } = await examine(name)
  expect(code).toBe(1)
  return results.filter(({ state }) => state === 'wrong')
}

describe('latchkey doctor on the demo', () => {
  it('finds nothing wrong, and checks every part', async () => {
    // A secret that is also a word of the results.
    copyDemo('good', { ...good, SMTP_PASSWORD: 'passkey' })
    const { code, results } = await examine('good')
    const providers = results.find(({ check }) => check === 'providers')
    expect(providers?.message).toContain('passkey')
    expect(results.filter(({ state }) => state !== 'ok' && state !== 'skipped')).toEqual([])
    expect(code).toBe(0)
    expect(new Set(results.map(({ check }) => check))).toEqual(
      new Set([
        'node',
        'latchkey',
        '@builder.io/qwik',
        '@builder.io/qwik-city',
        'vite',
        'plugin file',
        'env files',
        'database file',
        'exports',
        'vite plugin',
        'secret',
        'config',
        'hosts',
        'providers',
        'adapter',
        'online',
        'clock',
      ]),
    )
  })

  it('opens the database in the folder of the app, also from a folder inside of it', async () => {
    copyDemo('inside')
    const { code } = await runCommand(folder, 'inside/src/routes', ['doctor', '--json'])
    expect(code).toBe(0)
    expect(existsSync(join(folder.path, 'inside/.data/demo.sqlite'))).toBe(true)
    expect(existsSync(join(folder.path, 'inside/src/routes/.data'))).toBe(false)
  })

  it('blames AUTH_URL, and not the plugin file, for an AUTH_URL without a scheme', async () => {
    copyDemo('no-scheme', { ...good, AUTH_URL: 'app.example' })
    expect(await findWrong('no-scheme')).toMatchObject([
      { check: 'hosts', message: 'AUTH_URL is "app.example", which is not an http or https URL.' },
    ])
  })

  it('reports a plugin file with a name that Qwik does not run', async () => {
    copyDemo('misnamed')
    cpSync(join(folder.path, 'misnamed', plugin), join(folder.path, 'misnamed/src/routes/auth.ts'))
    rmSync(join(folder.path, 'misnamed', plugin))
    expect(await findWrong('misnamed')).toEqual([
      {
        check: 'plugin file',
        state: 'wrong',
        message:
          'Qwik does not run src/routes/auth.ts, because its name does not start with plugin@.',
        cure: 'Rename it to src/routes/plugin@auth.ts, and adjust the imports.',
      },
    ])
  })

  it('reports a second plugin file that answers for the same routes', async () => {
    copyDemo('second')
    const staff = 'src/routes/plugin@staff.ts'
    cpSync(join(folder.path, 'second', plugin), join(folder.path, 'second', staff))
    expect(await findWrong('second')).toEqual([
      {
        check: 'plugin file',
        state: 'wrong',
        message:
          'Two instances of `routeAuth$` have the `basePath` "/auth", so only one of them can answer there.',
        cure: expect.stringContaining('Give each a `basePath`'),
      },
    ])
  })

  it('prints only JSON, whatever the tools of the app log and when', async () => {
    copyDemo('noisy')
    const noise =
      "setInterval(() => { for (const to of ['log', 'info', 'debug']) console[to]('noise') })"
    edit('noisy', 'vite.config.ts', (text) => `${text}\n${noise}\n`)
    const { code, results } = await examine('noisy')
    expect(code).toBe(0)
    expect(results.length).toBeGreaterThan(5)
  })

  it('checks every plugin file of an app with two separate instances', async () => {
    copyDemo('staff')
    const staff = 'src/routes/plugin@staff.ts'
    folder.write('staff', {
      [staff]: `import { routeAuth$ } from 'latchkey'
export const { onRequest, useSession, useSignIn } = routeAuth$(() => ({
  basePath: '/staff/auth',
  secret: 'short',
  cookies: { sessionToken: { name: 'staff-session' }, csrfToken: { name: 'staff-csrf' } },
  providers: [],
}))
`,
    })
    const { results } = await examine('staff')
    expect(results.filter(({ state }) => state === 'wrong')).toMatchObject([
      { check: 'secret', message: expect.stringMatching(`^${staff}: Expected \`secret\``) },
    ])
    expect(results.filter(({ check }) => check === 'exports')).toMatchObject([
      { state: 'ok', message: expect.stringMatching(`^${plugin}: `) },
      {
        state: 'warning',
        message: `${staff} does not export useSignOut. Qwik needs the export of each one that you use.`,
      },
    ])
  })

  it('reports a Vite config that imports the plugin, and has it in a comment only', async () => {
    copyDemo('no-plugin')
    edit('no-plugin', 'vite.config.ts', (text) =>
      text.replace('latchkey(), ', '/* latchkey(), */ '),
    )
    expect(await findWrong('no-plugin')).toMatchObject([
      { check: 'vite plugin', cure: expect.stringContaining('before qwikVite()') },
    ])
  })

  it('reports each of several mistakes', async () => {
    const { AUTH_SECRET: _, ...others } = good
    copyDemo('mistakes', { ...others, AUTH_DEMO_ISSUER: 'https://id.example' })
    edit('mistakes', plugin, (text) => text.replace('{ onRequest, useSession', '{ useSession'))
    expect(await findWrong('mistakes')).toMatchObject([
      {
        check: 'exports',
        message: `${plugin} does not export onRequest. Without onRequest, no route of Latchkey answers.`,
      },
      {
        check: 'secret',
        message: 'The option `secret` is missing.',
        cure: expect.stringContaining('AUTH_SECRET'),
      },
      // The provider lacks a client id.
      { check: 'providers', message: expect.stringContaining('"demo"') },
    ])
  })

  it('names the cause if the config function throws, and calls nothing ok or missing', async () => {
    copyDemo('down')
    edit('down', 'src/database.ts', (text) =>
      text.replace(
        'async function open(): Promise<Database> {',
        `$&\n  throw new Error('connect ECONNREFUSED 127.0.0.1:5432')\n`,
      ),
    )
    const { code, results } = await examine('down')
    expect(code).toBe(1)
    expect(results.filter(({ state }) => state === 'wrong')).toEqual([
      {
        check: 'config',
        state: 'wrong',
        message: expect.stringMatching(
          /^The config function failed: Error: connect ECONNREFUSED 127\.0\.0\.1:5432 \(src\/database\.ts:\d+:\d+\)$/,
        ),
        cure: 'Fix the cause. The options, the adapter and the providers were not checked.',
      },
    ])
    const checks = results.map(({ check }) => check)
    for (const check of ['adapter', 'secret', 'providers']) expect(checks).not.toContain(check)
  })

  it('prints its table if an error of the app is not handled, without the secret in it', async () => {
    copyDemo('rejected', { ...good, API_KEY: 'hunter2-is-the-key' })
    edit(
      'rejected',
      'src/database.ts',
      (text) => `${text}\nvoid Promise.reject(new Error('refused: hunter2-is-the-key'))\n`,
    )
    expect(await findWrong('rejected')).toMatchObject([
      {
        check: 'app',
        message: 'An error of the app is not handled, and ends its process: refused: ***',
      },
    ])
  })

  it('prints its table if the app exits, with what the app logged', async () => {
    copyDemo('exit')
    edit('exit', plugin, (text) => `${text}\nconsole.error('MY_VAR is missing')\nprocess.exit(1)\n`)
    expect(await findWrong('exit')).toMatchObject([
      {
        check: 'app',
        message:
          'The app calls process.exit(1) while it starts. Before that, it logged: MY_VAR is missing',
      },
    ])
  })

  it('prints its table if the app has handlers of its own, and goes on failing', async () => {
    copyDemo('handlers', { ...good, API_KEY: 'hunter2-is-the-key' })
    const handlers = [
      "for (const event of ['uncaughtException', 'unhandledRejection'])",
      '  process.on(event, (error) => { console.error(error); process.exit(1) })',
      "setInterval(() => void Promise.reject(new Error('late hunter2-is-the-key')), 20)",
      "setTimeout(() => { throw new Error('thrown') }, 10)",
    ]
    edit('handlers', 'src/database.ts', (text) => `${text}\n${handlers.join('\n')}\n`)
    const found = await findWrong('handlers')
    expect(found.map(({ check, message }) => `${check}: ${message.replace(/: .*/, '')}`)).toEqual(
      expect.arrayContaining([
        'app: The app calls process.exit(1) while it starts. Before that, it logged',
        'app: An error of the app is not handled, and ends its process',
      ]),
    )
    expect(JSON.stringify(found)).not.toContain('hunter2')
  })

  it('does not wait forever for a config function', async () => {
    copyDemo('endless')
    edit('endless', 'src/database.ts', (text) =>
      text.replace(
        'async function open(): Promise<Database> {',
        `$&\n  await new Promise(() => {})\n`,
      ),
    )
    expect(await findWrong('endless')).toMatchObject([
      { check: 'config', message: expect.stringContaining('It does not return.') },
    ])
  })

  it.each([
    ['vite.config.ts', 'vite plugin'],
    [plugin, 'exports'],
  ])('names the file, the line and the reason of a syntax error in %s', async (file, check) => {
    const name = `syntax-${check.replace(' ', '-')}`
    copyDemo(name)
    edit(name, file, (text) => `${text}\nconst = 1\n`)
    const { output } = await runCommand(folder, name, ['doctor', '--json'])
    // The compiler of the Vite config writes to the standard error, which is a part of the output here.
    const { results } = JSON.parse(output.slice(output.indexOf('{"ok"')))
    const [wrong, ...others] = results.filter(({ state }: Result) => state === 'wrong')
    expect(others).toEqual([])
    expect(wrong).toMatchObject({
      check,
      message: expect.stringMatching(/^\S+ could not be loaded: .*(?:Unexpected|Expected).*/),
    })
    expect(wrong?.message).toContain(file)
    expect(wrong?.message).toMatch(/:\d+/)
  })

  it('reports a database without its tables', async () => {
    copyDemo('no-tables')
    edit('no-tables', 'src/database.ts', (text) =>
      text.replace('await migrate(db)', '').replace(/ {2}for \(const \{ id[^]*?\n {2}\}\n/, ''),
    )
    expect(await findWrong('no-tables')).toMatchObject([
      {
        check: 'adapter',
        message: expect.stringMatching(/^The tables lack \d+ changes, such as: create table/i),
        cure: 'Run npx latchkey migrate.',
      },
    ])
    expect((await runCommand(folder, 'no-tables', ['migrate'])).code).toBe(0)
    expect((await examine('no-tables')).code).toBe(0)
  })
})
