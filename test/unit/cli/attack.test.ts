import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AttackOptions, AttackResult } from '../../../src/testing/attack/run-attacks.js'
import type { AttackTarget } from '../../../src/testing/attack/target.js'
import { fakeProvider, type FakeProvider } from '../../../src/testing/provider/fake-provider.js'
import { makeSandbox } from './sandbox.js'

const url = 'http://localhost:3000/auth'
const discovery = (issuer: string): string => `${issuer}/.well-known/openid-configuration`
const runAttacks = vi.hoisted(() => vi.fn())
vi.mock('../../../src/testing/attack/run-attacks.js', () => ({ runAttacks }))

beforeEach(() => void runAttacks.mockReset())
afterAll(() => {
  vi.doUnmock('../../../src/testing/attack/run-attacks.js')
})

/** The attacks are tested where they are written; here, only what is made of them. */
function find(outcome: AttackResult['outcome']): void {
  runAttacks.mockImplementation(async (_target: object, { print }: AttackOptions) => {
    print?.(`${outcome} N1`)
    return [{ name: 'N1', outcome, reason: '' }]
  })
}

describe('latchkey attack', () => {
  it('tells each result, and ends well when all was stood', async () => {
    find('passed')
    const outcome = await makeSandbox({}).run(['attack', '--url', url])
    expect(outcome).toMatchObject({ code: 0, output: expect.stringContaining('\npassed N1\n') })
  })

  it('says that the published files were left out, and what for', async () => {
    find('passed')
    const { output } = await makeSandbox({}).run(['attack', '--url', url])
    expect(output).toContain('– CF2: no published file contains a secret\n    needs --build')
    const sandbox = makeSandbox({ '.env': 'AUTH_SECRET=a-secret-of-the-app\n', 'dist/a.js': '' })
    const searched = await sandbox.run(['attack', '--url', url, '--build', 'dist'])
    expect(searched.output).not.toContain('–')
  })

  it('ends with 1 when something was not', async () => {
    find('failed')
    expect(await makeSandbox({}).run(['attack', '--url', url])).toMatchObject({ code: 1 })
  })

  it('signs in with what it is told, by the names of the fields', async () => {
    find('passed')
    const people = ['--user', 'ada:love:lace', '--other', 'grace:hopper']
    await makeSandbox({}).run(['attack', '--url', url, ...people, '--fields', 'email,pin'])
    expect(runAttacks.mock.calls[0]?.[0]).toEqual({
      url,
      user: { email: 'ada', pin: 'love:lace' },
      otherUser: { email: 'grace', pin: 'hopper' },
    })
  })

  it('knows of the database when it is told', async () => {
    find('passed')
    await makeSandbox({}).run(['attack', '--url', url, '--adapter'])
    expect(runAttacks.mock.calls[0]?.[0]).toMatchObject({ hasAdapter: true })
  })

  it('runs an OpenID provider of the app for as long as the attacks take', async () => {
    let metadata: unknown
    runAttacks.mockImplementation(async ({ openIdProvider }: AttackTarget) => {
      const { id, service } = openIdProvider ?? {}
      metadata = await (await fetch(discovery((service as FakeProvider).issuer))).json()
      return [{ name: id, outcome: 'passed', reason: '' }]
    })
    const { code, output } = await makeSandbox({}).run(['attack', '--url', url, '--openid', 'op:0'])
    const [issuer = ''] = /http:\/\/localhost:\d+/.exec(output) ?? []
    expect(code).toBe(0)
    expect(output).toContain('The provider "op" of the app must have the issuer')
    expect(metadata).toMatchObject({ issuer })
    await expect(fetch(discovery(issuer))).rejects.toThrow('fetch failed')
  })

  it('says so when the port of the OpenID provider is taken', async () => {
    const { issuer, close } = await fakeProvider().listen()
    const args = ['attack', '--url', url, '--openid', `op:${new URL(issuer).port}`]
    const { code, errors } = await makeSandbox({}).run(args)
    await close()
    expect(code).toBe(1)
    expect(errors).toContain('cannot listen on port')
    expect(runAttacks).not.toHaveBeenCalled()
  })

  it.each([
    ['a provider without a port', ['--url', url, '--openid', 'op'], 'a colon and a port'],
    ['no address', [], 'Say where the routes are'],
    ['a wrong address', ['--url', 'localhost'], 'Say where the routes are'],
    [
      'no scheme',
      ['--url', 'localhost:3000/auth'],
      'Expected --url to start with http:// or https://, got localhost:3000/auth. Write --url http://localhost:3000/auth',
    ],
    ['another scheme', ['--url', 'ftp://a/auth'], 'got ftp://a/auth. Write --url http://a/auth'],
    ['a name alone', ['--url', url, '--user', 'ada'], 'a name, a colon and a password'],
  ])('refuses %s in one line', async (_what, args, reason) => {
    const { code, errors } = await makeSandbox({}).run(['attack', ...args])
    expect([code, errors.trim().split('\n').length]).toEqual([1, 1])
    expect(errors).toContain(reason)
  })

  it('tells in one line when nothing answers', async () => {
    runAttacks.mockRejectedValue(new Error('Expected an application there.'))
    const { code, errors } = await makeSandbox({}).run(['attack', '--url', url])
    expect({ code, errors }).toEqual({ code: 1, errors: 'Expected an application there.\n' })
  })

  it('searches the published files, and the maps inside of them, for the secrets of .env', async () => {
    find('passed')
    const map = Buffer.from(JSON.stringify({ sourcesContent: ['a "quoted" secret'] }))
    const sandbox = makeSandbox({
      '.env': `AUTH_SECRET="a-secret-of-the-app"\nexport SMTP_PASSWORD='a "quoted" secret'\nPUBLIC_NAME=my-public-name\n`,
      'dist/build/a.js': 'const a = "my-public-name"',
      'dist/build/b.js': 'const b = "a-secret-of-the-app"',
      'dist/build/c.js': `x//# sourceMappingURL=data:application/json;base64,${map.toString('base64')}`,
    })
    const args = ['attack', '--url', url, '--build', 'dist']
    const { code, output } = await sandbox.run(args)
    expect(code).toBe(1)
    expect(output).toContain('b.js contains AUTH_SECRET')
    expect(output).toContain('c.js contains SMTP_PASSWORD')
    expect(output).not.toMatch(/a\.js|a-secret-of-the-app|quoted/)
    sandbox.write('dist/build/b.js', '')
    sandbox.write('dist/build/c.js', '')
    expect(await sandbox.run(args)).toMatchObject({ code: 0 })
  })

  it.each([
    ['a comment behind the value', 'AUTH_SECRET=a-plain-secret # for production', 'a-plain-secret'],
    ['a comment behind quotes', `AUTH_SECRET='a-quoted # secret' # x`, 'a-quoted # secret'],
    ['several lines', 'MY_PRIVATE_KEY="first line\nsecond line"', 'first line\\nsecond line'],
    ['escaped lines', 'MY_PRIVATE_KEY="first line\\nsecond line"', 'first line\\nsecond line'],
    [
      'a mail server',
      'EMAIL_SERVER=smtp://ada:lovelace@mail.test',
      'smtp://ada:lovelace@mail.test',
    ],
    ['a database', 'MONGODB_URI=mongodb+srv://a:b@db.test/x', 'mongodb+srv://a:b@db.test/x'],
    ['a URL with a password', 'SEARCH=https://u:p@search.test', 'https://u:p@search.test'],
    ['a short name for a password', 'SMTP_PASS=hunter-of-two', 'hunter-of-two'],
    ['a password in one word', 'DBPASS=hunter-of-two', 'hunter-of-two'],
    ['a password of one stage', 'SMTP_PASS_LIVE=hunter-of-two', 'hunter-of-two'],
    ['a passwd', 'LDAP_PASSWD=hunter-of-two', 'hunter-of-two'],
    ['a pwd', 'MYSQL_PWD=hunter-of-two', 'hunter-of-two'],
    ['a passphrase', 'GPG_PASSPHRASE=hunter-of-two', 'hunter-of-two'],
    ['a key in one word', 'STRIPE_APIKEY=sk-live-4711', 'sk-live-4711'],
    ['a key of one stage', 'STRIPE_API_KEY_LIVE=sk-live-4711', 'sk-live-4711'],
    ['several keys', 'SIGNING_KEYS=one-key,two-keys', 'one-key,two-keys'],
    ['a private certificate', 'SAML_PRIVATE_PEM=MIIEvQ-4711', 'MIIEvQ-4711'],
    ['a private key', 'SAML_PRIVATE_KEY=MIIEvQ-4711', 'MIIEvQ-4711'],
    ['a DSN', 'ORDERS_DSN=ada:lovelace@tcp(db)/orders', 'ada:lovelace@tcp(db)/orders'],
    ['a DSN with a secret', 'SENTRY_DSN=https://a:b@errors.test/1', 'https://a:b@errors.test/1'],
    [
      'a database with a password',
      'DATABASE_URL=postgres://ada:lovelace@db.test/x',
      'postgres://ada:lovelace@db.test/x',
    ],
    ['credentials', `GOOGLE_CREDENTIALS='{"private":"key-1"}'`, '{"private":"key-1"}'],
  ])('finds the secret of a .env file with %s', async (_what, line, published) => {
    find('passed')
    const sandbox = makeSandbox({
      '.env': `# comment\n${line}\nNAME=after`,
      'dist/a.js': `const a = \`${published}\``,
    })
    const outcome = await sandbox.run(['attack', '--url', url, '--build', 'dist'])
    expect(outcome).toMatchObject({ code: 1, output: expect.stringContaining('✗ CF2') })
    expect(outcome.output).toContain(line.split('=')[0])
    sandbox.write('dist/a.js', 'const a = `after`')
    expect(await sandbox.run(['attack', '--url', url, '--build', 'dist'])).toMatchObject({
      code: 0,
    })
  })

  it('leaves variables alone that Vite and Qwik publish', async () => {
    find('passed')
    const sandbox = makeSandbox({
      '.env': 'AUTH_SECRET=a-secret-of-the-app\nPUBLIC_KEY=a-public-key\nVITE_TOKEN=a-vite-token\n',
      'dist/a.js': 'const a = ["a-public-key", "a-vite-token"]',
    })
    const outcome = await sandbox.run(['attack', '--url', url, '--build', 'dist'])
    expect(outcome).toMatchObject({ code: 0, output: expect.stringContaining('✓ CF2') })
  })

  it.each([
    ['a DSN with a public key alone', 'SENTRY_DSN', 'https://abc123@errors.test/1'],
    ['the folder of the shell', 'PWD', '/home/ada/app'],
    ['the last folder of the shell', 'OLDPWD', '/home/ada/app'],
    ['a program that asks for passwords', 'SSH_ASKPASS', '/usr/bin/ask-pass'],
    ['the hosts that need no proxy', 'PROXY_BYPASS', 'intra.example.test'],
  ])('does not take %s for a secret', async (_what, name, value) => {
    find('passed')
    const sandbox = makeSandbox({
      '.env': `AUTH_SECRET=a-secret-of-the-app\n${name}=${value}\n`,
      'dist/a.js': `const a = "${value}"`,
    })
    const outcome = await sandbox.run(['attack', '--url', url, '--build', 'dist'])
    expect(outcome).toMatchObject({ code: 0, output: expect.stringContaining('✓ CF2') })
    expect(outcome.output).not.toContain(name)
  })

  it('names the secrets that it searched for, and those that are too short for that', async () => {
    find('passed')
    const sandbox = makeSandbox({
      '.env': 'AUTH_SECRET=a-secret-of-the-app\nSMTP_PASS=hunter2\nFTP_PASS=\n',
      'dist/a.js': 'const a = "hunter2"',
    })
    const { output } = await sandbox.run(['attack', '--url', url, '--build', 'dist'])
    expect(output).toMatch(/✓ CF2.*\n.*1 file was searched for .*AUTH_SECRET/)
    expect(output).toMatch(/– CF2.*: SMTP_PASS\n/)
    expect(output).not.toMatch(/FTP_PASS|hunter2/)
  })

  it.each([
    ['gz', gzipSync],
    ['br', brotliCompressSync],
  ])('searches a .%s file', async (ending, pack) => {
    find('passed')
    const sandbox = makeSandbox({ '.env': 'AUTH_SECRET=a-secret-of-the-app\n', 'dist/a.js': '' })
    const args = ['attack', '--url', url, '--build', 'dist']
    const packed = join(sandbox.folder, `dist/a.js.${ending}`)
    writeFileSync(packed, pack('const a = "a-secret-of-the-app"'))
    const { code, output } = await sandbox.run(args)
    expect(code).toBe(1)
    expect(output).toContain(`a.js.${ending} contains AUTH_SECRET`)
    writeFileSync(packed, pack('const a = "clean"'))
    expect(await sandbox.run(args)).toMatchObject({ code: 0 })
    writeFileSync(packed, pack('const a = "clean"').subarray(0, 8))
    const broken = await sandbox.run(args)
    expect(broken.code).toBe(1)
    expect(broken.output).toContain(`a.js.${ending} cannot be unpacked`)
    expect(broken.output).not.toContain('✓ CF2')
  })

  it('ends with 1 when it knows no secret to search for', async () => {
    find('passed')
    const environment = vi.spyOn(process, 'env', 'get').mockReturnValue({})
    const sandbox = makeSandbox({ '.env': 'NAME=my-public-name\n', 'dist/a.js': '' })
    const outcome = await sandbox.run(['attack', '--url', url, '--build', 'dist'])
    environment.mockRestore()
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('Nothing was searched for')
    expect(outcome.output).not.toContain('✓ CF2')
  })

  it.each([
    ['there is no folder', {}, 'The folder dist does not exist. Build the app first'],
    ['the folder is empty', { 'dist/': '' }, 'The folder dist has no files to search. Build'],
    ['the folders are empty', { 'dist/build/': '' }, 'The folder dist has no files to search.'],
    ['it is a file', { dist: '' }, 'The folder dist cannot be searched: ENOTDIR'],
  ])('refuses to search a build if %s', async (_what, files, reason) => {
    find('passed')
    const sandbox = makeSandbox({ '.env': 'AUTH_SECRET=a-secret-of-the-app\n' })
    for (const [path, text] of Object.entries<string>(files)) {
      if (path.endsWith('/')) mkdirSync(join(sandbox.folder, path), { recursive: true })
      else sandbox.write(path, text)
    }
    const outcome = await sandbox.run(['attack', '--url', url, '--build', 'dist'])
    expect(outcome.code).toBe(1)
    expect(outcome.errors).toContain(reason)
    expect(outcome.output).not.toContain('CF2')
    expect(runAttacks).not.toHaveBeenCalled()
  })

  it('hands the page and the secrets to the attacks', async () => {
    find('passed')
    const sandbox = makeSandbox({ '.env': 'AUTH_SECRET=a-secret-of-the-app\n' })
    await sandbox.run(['attack', '--url', url, '--page', '/login'])
    const target = runAttacks.mock.calls[0]?.[0] as { page: string; secrets: string[] }
    expect(target.page).toBe('/login')
    expect(target.secrets).toContain('a-secret-of-the-app')
  })
})
