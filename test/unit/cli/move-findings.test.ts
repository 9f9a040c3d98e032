import { describe, expect, it } from 'vitest'
import { makeTypeScriptApp } from './typescript-app.js'

const plugin = 'src/routes/plugin@auth.ts'
const random = '0f8aG2kLq7XvB5tYcR9wZ3nMdH6sJ1pE'

/** Runs `move` without writing, and returns what it printed. */
async function report(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<string> {
  const sandbox = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [] }',
    'src/routes/index.tsx': '',
    ...files,
  })
  const { code, output } = await sandbox.run(['move', '--dry-run', ...args])
  expect(code).toBe(0)
  return output
}

function config(options: string): Readonly<Record<string, string>> {
  return {
    [plugin]: `import { QwikAuth$ } from "@auth/qwik"\nexport const a = QwikAuth$(() => ({\n  ${options},\n  trustHost: true,\n  providers: [],\n}))\n`,
  }
}

describe('latchkey move reports, with file and line', () => {
  it.each([
    ['a form', '\n<form action="/auth/signin/github" method="post"><button /></form>'],
    ['a form of the former path', '\n<form method="POST" action="/api/auth/signout"></form>'],
    ['a form with a template', '\n<form action={`/auth/signin/${id}`} method="post"></form>'],
    ['an empty form', '\n<form action="/auth/signout" method="post" />'],
    ['a form with the names of JavaScript', '\n<form action={"/auth/signout"} method={"POST"} />'],
    ['a button', '\n<button formAction="/auth/signout" formMethod="post">out</button>'],
    [
      'a button in a form',
      '\n<form method="post"><input type="submit" formaction="/auth/signout" /></form>',
    ],
    ['a fetch call of the window', '\nwindow.fetch("/auth/signout", { method: "POST" })'],
    ['a fetch call', '\nfetch("/auth/signout", { method: "POST" })'],
  ])('%s without a csrfToken', async (_what, code) => {
    const output = await report({ 'src/routes/in/index.tsx': code })
    expect(output).toContain(
      'src/routes/in/index.tsx:2\n  This posts to an auth route without a csrfToken',
    )
  })

  it.each([
    [
      'a form with the token',
      '<form action="/auth/signin" method="post"><input name="csrfToken" /></form>',
    ],
    [
      'a button in a form with the token',
      '<form method="post"><Field name="csrfToken" /><button formaction="/auth/signout" /></form>',
    ],
    ['a button of a form that reads', '<button formaction="/auth/signin" />'],
    ['a fetch method of another object', 'client.fetch("/auth/signout", { method: "POST" })'],
    ['a form of another route', '<form action="/search" method="post"></form>'],
    ['a link', '<a href="/auth/signin">in</a>'],
    ['a form that reads', '<form action="/auth/signin"></form>'],
    ['a fetch call that reads', 'fetch("/auth/session", { method: "GET" })'],
  ])('nothing about %s', async (_what, code) => {
    expect(await report({ 'src/routes/in/index.tsx': code })).not.toContain('Look at')
  })

  it.each([
    ['a custom logger', 'logger: { error: console.error }', 'Auth.js calls logger.error'],
    ['skipCSRFCheck', 'skipCSRFCheck', 'skipCSRFCheck turns off'],
    ['the marker raw', 'raw', 'Latchkey ignores `raw`'],
    ['cookie options', 'cookies: {}', 'Latchkey keeps the state of a sign-in in one cookie'],
    ['a short secret', 'secret: env.get("X") || "hunter2-9"', 'The secret in this file has fewer'],
  ])('%s', async (_what, option, problem) => {
    const output = await report(config(option))
    expect(output).toContain(`${plugin}:3\n  ${problem}`)
    expect(output.split('Look at these places')[1]).not.toContain('hunter2-9')
  })

  const [unknown, brief, kept] = ['Check what each', 'Let the function take', 'In the moving mode']

  it.each([
    ['error(error: Error) {}', brief, kept],
    ['error: (error) => log(error)', brief, kept],
    ['error: async function (error) {}', brief, kept],
    ['error() {}', brief, kept],
    ['error(code, ...message) {}', unknown, kept],
    ['error(code, error = none) {}', unknown, kept],
    ['error(code, error) {}', unknown, unknown],
    ['error: console.error', unknown, unknown],
    ['error', unknown, unknown],
    ['...levels', unknown, unknown],
  ])('a logger with %s, and what it receives with and without the mode', async (level, off, on) => {
    const files = config(`logger: { warn,\n${level} }`)
    const line = level.startsWith('...') ? 3 : 4
    const place = `${plugin}:${line}\n  Auth.js calls logger.error with an error.`
    expect(await report(files)).toMatch(new RegExp(`${place}.*\\n  ${off}`))
    expect(await report(files, ['--rolling'])).toMatch(new RegExp(`${place}.*\\n  ${on}`))
  })

  it.each([
    ['short', 'hunter2'],
    ['long enough', 'x'.repeat(44)],
    ['of an example', 'your-secret-is-here-0123456789abcdef'],
  ])('a secret that can be guessed, even if it is %s', async (_what, secret) => {
    const output = await report(config(`secret: "${secret}"`))
    expect(output).toContain(`${plugin}:3\n  The secret in this file can be guessed, so anyone`)
    expect(output).toContain('Replace it with the output of `npx latchkey secret`.')
    expect(output).not.toContain('first a secret that')
  })

  it('nothing about a secret that is long enough', async () => {
    const output = await report(config(`secret: "${random}"`))
    expect(output).not.toContain('Look at')
  })

  it.each([
    ['its name', 'import { getToken } from "@auth/core/jwt"\ngetToken({\n  req,\n  salt: s,\n})'],
    ['an alias', 'import { getToken as read } from "@auth/core/jwt"\nread({\n\n  salt: s,\n})'],
    ['a namespace', 'import * as jwt from "@auth/core/jwt"\njwt.getToken({\n\n  salt: s,\n})'],
    [
      'a dynamic import',
      'const { getToken } = await import("@auth/core/jwt")\ngetToken({\n\n  cookieName: s })',
    ],
    [
      'a constant',
      'import { getToken } from "latchkey/jwt"\nconst params = {\n\n  salt: s }\ngetToken(params)',
    ],
  ])('a token reader with a fixed cookie name, called by %s', async (_what, text) => {
    const output = await report({ 'src/reader.ts': `${text}\n` })
    expect(output).toContain('src/reader.ts:4\n  getToken looks for one cookie name here')
  })

  it.each([
    'show(error.cause?.err?.message)',
    'show((error.cause as Cause).err)',
    'show(error["cause"]["err"])',
    'const { err } = error.cause',
    'const { cause: { err: original } } = error',
  ])('code that reads the cause as Auth.js wraps it: %s', async (line) => {
    const output = await report({ 'src/reader.ts': `try {\n} catch (error: any) {\n${line}\n}\n` })
    expect(output).toContain('src/reader.ts:3\n  Auth.js puts the original error into cause.err')
    expect(output).toContain('Read error.cause instead of error.cause.err.\n')
  })

  it.each([
    'show(error.cause?.message)',
    'show(result.err)',
    'const { err } = result',
    'const { cause } = error',
  ])('nothing about other errors: %s', async (line) => {
    expect(await report({ 'src/reader.ts': `${line}\n` })).not.toContain('cause.err')
  })

  it('nothing about a function of another package that is called like a token reader', async () => {
    const output = await report({
      'src/reader.ts': 'import { getToken } from "other"\ngetToken({ salt: s })\n',
    })
    expect(output).not.toContain('getToken looks for')
  })

  it('the cookie name in code and in the config of a proxy', async () => {
    const output = await report({
      'src/reader.ts': '\ncookies["__Secure-authjs.session-token"]',
      'deploy/nginx.conf': 'a\nb\nmap $cookie_authjs.session-token $c;\n',
      'src/fine.ts': 'const both = "__Host-authjs.session-token"',
    })
    expect(output).toContain('src/reader.ts:2\n  This names the session cookie')
    expect(output).toContain('deploy/nginx.conf:3\n  This names the session cookie')
    expect(output).not.toContain('src/fine.ts')
  })
})

describe('latchkey move reports about .env', () => {
  it('a short secret by its name, and never its value', async () => {
    const output = await report({ '.env': 'A=1\nAUTH_SECRET=short-and-secret\n' })
    expect(output).toContain('.env:2\n  AUTH_SECRET has fewer than 32 characters.\n')
    expect(output).toContain('set AUTH_SECRET_1 to')
    expect(output).not.toContain('short-and-secret')
  })

  it('a secret that can be guessed, which the moving mode refuses, too', async () => {
    const output = await report({ '.env': `A=1\nAUTH_SECRET=${'change-me-'.repeat(4)}\n` })
    expect(output).toContain(
      '.env:2\n  AUTH_SECRET can be guessed, so anyone could forge a session.',
    )
    expect(output).toContain('Latchkey answers with status 500, also in the moving mode.')
    expect(output).not.toContain('AUTH_SECRET_1')
  })

  it('nothing about a short secret that only decrypts', async () => {
    const output = await report({ '.env': `AUTH_SECRET=short\nAUTH_SECRET_1=${random}\n` })
    expect(output).not.toContain('Look at')
  })

  it('a path in AUTH_URL', async () => {
    const output = await report({
      '.env.production': '# x\n\nAUTH_URL="https://a.test/api/auth"\n',
    })
    expect(output).toContain('.env.production:3\n  AUTH_URL has the path /api/auth')
  })

  it.each([
    'https://a.test',
    'https://a.test/',
    'https://a.test/auth',
    'https://localhost.a.test',
    '${ORIGIN}',
    '',
  ])('nothing about AUTH_URL=%s', async (url) => {
    expect(await report({ '.env': `AUTH_URL=${url}\n` })).not.toContain('Look at')
  })

  it.each(['not a URL', 'a.test', 'a.test:443', 'ftp://a.test', 'https://'])(
    'AUTH_URL=%s, which is not a valid URL',
    async (url) => {
      const output = await report({ '.env.local': `A=1\nAUTH_URL=${url}\n` })
      expect(output).toContain('.env.local:2\n  AUTH_URL is not a valid URL')
      expect(output).not.toContain(`${url}\n`)
    },
  )

  it.each([
    'http://localhost:5173',
    'https://app.localhost',
    'http://127.0.0.1/',
    'http://[::1]:3',
    'http://0.0.0.0:3',
  ])('AUTH_URL=%s, unless only the own computer reads the file', async (url) => {
    const problem = 'AUTH_URL is an address of this computer'
    for (const path of ['.env', '.env.production']) {
      const output = await report({ [path]: `A=1\nAUTH_URL=${url}\n` })
      expect(output).toContain(`${path}:2\n  ${problem}`)
    }
    for (const path of ['.env.local', '.env.development', '.env.development.local', '.dev.vars']) {
      expect(await report({ [path]: `AUTH_URL=${url}\n` })).not.toContain(problem)
    }
  })

  it.each([
    ['NEXTAUTH_URL', 'Rename it to AUTH_URL, and remove its path.'],
    ['NEXTAUTH_SECRET', 'Rename it to AUTH_SECRET, unless your config reads it.'],
    ['NEXTAUTH_URL_INTERNAL', 'Remove it, because Latchkey does not call itself.'],
  ])('%s, which Latchkey does not read', async (name, cure) => {
    const output = await report({ '.env': `A=1\n${name}=https://a.test/api/auth\n` })
    expect(output).toContain(`.env:2\n  Latchkey does not read ${name}.\n  ${cure}`)
  })

  it('nothing about an example file', async () => {
    expect(await report({ '.env.example': 'AUTH_SECRET=short\n' })).not.toContain('Look at')
  })
})
