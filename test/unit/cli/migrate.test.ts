import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { kyselyPackage } from '../../../src/cli/databases/kysely-package.js'
import { openWithAdapter } from './open-with-adapter.js'
import { makeSandbox, type Sandbox } from './sandbox.js'

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const url = 'file:data/auth.sqlite'

/** A folder with the packages of this repository. */
function makeApp(files: Readonly<Record<string, string>> = {}): Sandbox {
  const sandbox = makeSandbox({ 'package.json': '{}', ...files })
  symlinkSync(modules, join(sandbox.folder, 'node_modules'))
  return sandbox
}

function tablesOf(sandbox: Sandbox, path = 'data/auth.sqlite'): readonly unknown[] {
  const database = new Database(join(sandbox.folder, path))
  const rows = database.prepare("select name from sqlite_master where type = 'table'").all()
  database.close()
  return rows.map((row) => (row as { readonly name: unknown }).name)
}

const all = ['User', 'Account', 'Session', 'VerificationToken', 'Authenticator', 'Attempt']

describe('latchkey migrate after init', () => {
  const packages = { devDependencies: { '@builder.io/qwik-city': '*' } }
  const qwik = { 'package.json': JSON.stringify(packages), 'src/routes/index.tsx': '' }

  beforeEach(() => vi.stubEnv('DATABASE_URL', undefined))
  afterEach(() => vi.unstubAllEnvs())

  it('creates the SQLite file that the adapter opens', async () => {
    const sandbox = makeApp(qwik)
    const { output } = await sandbox.run(['init', '-y', '-p', 'email'])
    expect(output).toContain('or npx latchkey migrate does it now.')
    expect((await sandbox.run(['migrate'])).output).toMatch(/^Migrated file:\.data\/auth\.sqlite /)
    expect(tablesOf(sandbox, '.data/auth.sqlite')).toEqual(expect.arrayContaining(all))
  })

  it('follows an adapter file whose default you changed', async () => {
    const sandbox = makeApp(qwik)
    await sandbox.run(['init', '-y', '-p', 'email'])
    const path = 'src/auth-adapter.ts'
    sandbox.write(
      path,
      sandbox.read(path).replaceAll('"file:.data/auth.sqlite"', "'file:own.sqlite'"),
    )
    expect((await sandbox.run(['migrate'])).code).toBe(0)
    expect(sandbox.has('own.sqlite')).toBe(true)
  })

  it.each([
    ['postgres', 'DATABASE_URL is missing. Set it in .env. See .env.example for its form.\n'],
    ['mysql', 'DATABASE_URL is missing. Set it in .env. See .env.example for its form.\n'],
    ['redis', 'Redis has no tables, so there is nothing to migrate.\n'],
  ])('says what is missing for %s', async (id, errors) => {
    const sandbox = makeApp(qwik)
    await sandbox.run(['init', '-y', '-p', 'email', '-d', id])
    expect(await sandbox.run(['migrate'])).toEqual({ code: 1, output: '', errors })
  })

  /** The files that an address creates below the folder of the app. */
  function databasesOf(sandbox: Sandbox): readonly string[] {
    const names = [sandbox.folder, join(sandbox.folder, '.data')].flatMap((folder) =>
      existsSync(folder) ? readdirSync(folder) : [],
    )
    return names.filter((name) => /sqlite|memory|postgres/.test(name)).sort()
  }

  it.each([
    ['', ['auth.sqlite']],
    ['file:a.sqlite', ['a.sqlite']],
    ['file:./a.sqlite', ['a.sqlite']],
    ['FILE:a.sqlite', ['a.sqlite']],
    ['sqlite:a.sqlite', ['a.sqlite']],
    ['file://a.sqlite', ['a.sqlite']],
    ['file://FOLDER/a.sqlite', ['a.sqlite']],
    ['sqlite://FOLDER/a.sqlite', ['a.sqlite']],
    ['file:a.sqlite?connection_limit=1', ['a.sqlite']],
    [':memory:', []],
    ['file::memory:?cache=shared', []],
    ['file::memory:', []],
    ['sqlite::memory:', []],
    ['file:', []],
    ['a.sqlite', []],
    ['postgres://localhost/app', []],
  ])('and the adapter file read DATABASE_URL=%s in the same way', async (address, files) => {
    const [theirs, ours] = [makeApp(qwik), makeApp(qwik)]
    const addressIn = ({ folder }: Sandbox): string => address.replace('FOLDER', folder)
    await theirs.run(['init', '-y', '-p', 'email'])
    const [opened] = openWithAdapter(theirs, [addressIn(theirs)])
    const isMemory = address.includes(':memory:')
    expect(opened === 'opened').toBe(isMemory || files.length > 0)
    expect(databasesOf(theirs)).toEqual(files)

    await ours.run(['init', '-y', '-p', 'email'])
    vi.stubEnv('DATABASE_URL', addressIn(ours))
    const { code, errors } = await ours.run(['migrate'])
    expect(code).toBe(files.length > 0 ? 0 : 1)
    expect(databasesOf(ours)).toEqual(files)
    expect(errors.startsWith('A database in memory ends with this command')).toBe(isMemory)
  })
})

describe('latchkey migrate', () => {
  it('creates the tables, and a second run changes nothing', async () => {
    const sandbox = makeApp()
    const first = await sandbox.run(['migrate', '--url', url])
    expect(first).toMatchObject({ code: 0, errors: '' })
    expect(first.output).toMatch(/^Migrated file:data\/auth\.sqlite with \d+ statements\.\n$/)
    expect(tablesOf(sandbox)).toEqual(expect.arrayContaining(all))
    expect(await sandbox.run(['migrate', '--url', url])).toEqual({
      code: 0,
      output: 'The tables in file:data/auth.sqlite are up to date.\n',
      errors: '',
    })
  })

  it.skipIf(process.platform === 'win32')(
    'creates a file that no other user of the machine can read',
    async () => {
      const sandbox = makeApp()
      await sandbox.run(['migrate', '--url', url])
      const modes = ['data', 'data/auth.sqlite'].map(
        (path) => statSync(join(sandbox.folder, path)).mode & 0o777,
      )
      expect(modes).toEqual([0o700, 0o600])
    },
  )

  it.skipIf(process.platform === 'win32')(
    'notes that other users can read a file that was there before, and that git would commit it',
    async () => {
      const sandbox = makeApp({ 'auth.sqlite': '' })
      chmodSync(join(sandbox.folder, 'auth.sqlite'), 0o644)
      execFileSync('git', ['init', '--quiet'], { cwd: sandbox.folder })
      const { code, output } = await sandbox.run(['migrate', '--url', 'file:auth.sqlite'])
      expect(code).toBe(0)
      expect(output.split('\n').slice(1)).toEqual([
        'Note: Git does not ignore the database auth.sqlite. Add auth.sqlite* to the end of .gitignore.',
        'Note: Other users of this machine can read the database auth.sqlite (mode 0644). Run chmod 600 auth.sqlite.',
        '',
      ])
    },
  )

  it('finds the app, its variables and its file from a folder inside of it', async () => {
    const sandbox = makeApp({ '.env': `DATABASE_URL=${url}\n`, 'src/routes/index.tsx': '' })
    vi.stubEnv('DATABASE_URL', undefined)
    try {
      expect((await sandbox.run(['migrate'], { from: 'src/routes' })).errors).toBe('')
    } finally {
      vi.unstubAllEnvs()
    }
    expect(tablesOf(sandbox)).toEqual(expect.arrayContaining(all))
  })

  it('upgrades tables that lack a column', async () => {
    const sandbox = makeApp()
    await sandbox.run(['migrate', '--url', url])
    const database = new Database(join(sandbox.folder, 'data/auth.sqlite'))
    database.exec('alter table "Session" drop column "userAgent"')
    database.close()
    const { output } = await sandbox.run(['migrate', '--url', url])
    expect(output).toBe('Migrated file:data/auth.sqlite with 1 statement.\n')
  })

  it('--dry-run prints SQL that does the same, and creates no folder and no file', async () => {
    const sandbox = makeApp()
    const { code, output } = await sandbox.run(['migrate', '--url', url, '--dry-run'])
    expect(code).toBe(0)
    expect(sandbox.has('data')).toBe(false)
    mkdirSync(join(sandbox.folder, 'data'))
    const database = new Database(join(sandbox.folder, 'data/auth.sqlite'))
    database.exec(output)
    database.close()
    expect((await sandbox.run(['migrate', '--url', url, '--dry-run'])).output).toBe(
      '-- file:data/auth.sqlite needs no change.\n',
    )
  })

  it('--dry-run leaves an existing file as it is', async () => {
    const sandbox = makeApp()
    await sandbox.run(['migrate', '--url', url])
    const database = new Database(join(sandbox.folder, 'data/auth.sqlite'))
    database.exec('alter table "Session" drop column "userAgent"')
    database.close()
    const look = (): unknown => {
      const { mtimeMs, mode } = statSync(join(sandbox.folder, 'data/auth.sqlite'))
      const files = readdirSync(join(sandbox.folder, 'data'))
      return { mtimeMs, mode, files, text: sandbox.read('data/auth.sqlite') }
    }
    const before = look()
    const { output } = await sandbox.run(['migrate', '--url', url, '--dry-run'])
    expect(output).toContain('"userAgent"')
    expect(look()).toEqual(before)
  })

  it('uses the names that --tables gives', async () => {
    const sandbox = makeApp()
    await sandbox.run(['migrate', '--url', url, '--tables', 'User=users, Session=sessions'])
    expect(tablesOf(sandbox)).toEqual(expect.arrayContaining(['users', 'sessions', 'Account']))
    expect(tablesOf(sandbox)).not.toContain('User')
  })

  it('reads DATABASE_URL of .env, and .env.local wins', async () => {
    const sandbox = makeApp({
      '.env': 'DATABASE_URL=file:a.sqlite\n',
      '.env.local': 'DATABASE_URL=file:b.sqlite\n',
    })
    vi.stubEnv('DATABASE_URL', undefined)
    try {
      expect((await sandbox.run(['migrate'])).code).toBe(0)
    } finally {
      vi.unstubAllEnvs()
    }
    expect(sandbox.has('a.sqlite')).toBe(false)
    expect(tablesOf(sandbox, 'b.sqlite')).toEqual(expect.arrayContaining(all))
  })

  // prettier-ignore
  it.each([
    ['no address',          [],                            'Say which database: npx latchkey migrate --url file:.data/auth.sqlite, or set DATABASE_URL.'],
    ['an unknown database', ['--url', 'oracle://a'],       'Expected the URL of the database to start with file:, postgres:, mysql: or mariadb:, such as file:.data/auth.sqlite.'],
    ['an unknown table',    ['-u', url, '--tables', 'A=b'], 'Expected --tables to have names such as User=users, got "A=b". The tables are User, Account, Session, VerificationToken, Authenticator, UserPassword, UserFactor, Attempt, AuditRecord.'],
  ])('refuses %s in one line', async (_what, args, message) => {
    vi.stubEnv('DATABASE_URL', undefined)
    try {
      const { code, errors } = await makeApp().run(['migrate', ...args])
      expect({ code, errors }).toEqual({ code: 1, errors: `${message}\n` })
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('names the package that the app lacks', async () => {
    const { code, errors } = await makeSandbox({ 'package.json': '{}' }).run(['migrate', '-u', url])
    expect(code).toBe(1)
    expect(errors).toBe(`The app does not have kysely. Run npm install ${kyselyPackage}.\n`)
  })

  it.each(['postgres', 'mysql', 'mariadb'])('does not print the password of %s', async (scheme) => {
    const sandbox = makeApp()
    const { code, errors } = await sandbox.run([
      'migrate',
      '--url',
      `${scheme}://ada:hunter%202@127.0.0.1:1/app`,
    ])
    expect(code).toBe(1)
    expect(errors.trim()).not.toBe('')
    expect(errors).not.toMatch(/hunter/)
  })

  describe.each([
    'postgres://postgres:hunter2secret@/app?host=/nowhere',
    'postgres:///app?host=/nowhere&user=postgres&password=hunter2secret',
  ])('of %s, which is behind a socket', (address) => {
    it('does not print the password after a success', async () => {
      const sandbox = makeSandbox({ 'package.json': '{}', ...fakePostgres })
      const first = await sandbox.run(['migrate', '--url', address])
      expect(first).toMatchObject({ code: 0, errors: '' })
      expect(first.output).toMatch(/^Migrated postgres:\/\/\/app with \d+ statements\.\n$/)
      const second = await sandbox.run(['migrate', '--url', address])
      expect(second.output).toBe('The tables in postgres:///app are up to date.\n')
    })

    it('does not print the password after a failure', async () => {
      const { code, output, errors } = await makeApp().run(['migrate', '--url', address])
      expect({ code, output }).toEqual({ code: 1, output: '' })
      expect(errors).toContain('/nowhere/.s.PGSQL.5432')
      expect(errors).not.toContain('hunter2secret')
    })
  })
})

it.each(['postgres://ada:hun#ter@db/app', 'mysql://ada:hun/ter@db/app'])(
  'says what is wrong with an address that cannot be read: %s',
  async (address) => {
    const { errors } = await makeApp().run(['migrate', '--url', address])
    expect(errors).toMatch(
      /^The address of the database, --url or DATABASE_URL, is not a URL\. If its password/,
    )
  },
)

it('does not print what a driver logs, such as a piece of the password', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => log.mockRestore())
  const url = 'mysql://root:Xk@9?Hunter2Secret@127.0.0.1:1/app'
  const { errors } = await makeApp().run(['migrate', '--url', url])
  expect(errors).not.toContain('Hunter2')
  expect(log).not.toHaveBeenCalled()
})

/** The packages of an app whose PostgreSQL is a SQLite file in truth. */
const fakePostgres = {
  'node_modules/pg/index.js': 'exports.Pool = class {}',
  'node_modules/kysely/package.json': '{ "type": "module" }',
  'node_modules/kysely/index.js': `
    import { SqliteDialect } from '${import.meta.resolve('kysely')}'
    import Database from '${import.meta.resolve('libsql')}'
    export { Kysely } from '${import.meta.resolve('kysely')}'
    const path = decodeURI(new URL('fake.sqlite', import.meta.url).pathname)
    export class PostgresDialect {
      constructor() {
        return new SqliteDialect({ database: new Database(path) })
      }
    }
  `,
}
