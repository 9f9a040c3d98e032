import { describe, expect, it } from 'vitest'
import { makeTypeScriptApp } from './typescript-app.js'

const plugin = 'src/routes/plugin@auth.ts'

/** Runs `move` without writing, and returns what it printed. */
async function report(files: Readonly<Record<string, string>>): Promise<string> {
  const scene = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [] }',
    'src/routes/index.tsx': '',
    ...files,
  })
  const { code, output } = await scene.run(['move', '--dry-run'])
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
    ['cookie options', 'cookies: {}', 'Latchkey keeps the state of a sign-in in one cookie'],
    ['a short secret', 'secret: env.get("X") || "hunter2"', 'The secret in this file has fewer'],
  ])('%s', async (_what, option, problem) => {
    const output = await report(config(option))
    expect(output).toContain(`${plugin}:3\n  ${problem}`)
    expect(output.split('Look at these places')[1]).not.toContain('hunter2')
  })

  it('nothing about a secret that is long enough', async () => {
    const output = await report(config(`secret: "${'s'.repeat(32)}"`))
    expect(output).not.toContain('Look at')
  })

  it('a token reader with a fixed cookie name', async () => {
    const output = await report({
      'src/reader.ts':
        'import { getToken } from "@auth/core/jwt"\ngetToken({\n  req,\n  salt: name,\n})\n',
    })
    expect(output).toContain('src/reader.ts:4\n  getToken looks for one cookie name here')
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

  it('nothing about a short secret that only decrypts', async () => {
    const long = 'x'.repeat(44)
    const output = await report({ '.env': `AUTH_SECRET=short\nAUTH_SECRET_1=${long}\n` })
    expect(output).not.toContain('Look at')
  })

  it('a path in AUTH_URL', async () => {
    const output = await report({
      '.env.production': '# x\n\nAUTH_URL="https://a.test/api/auth"\n',
    })
    expect(output).toContain('.env.production:3\n  AUTH_URL has the path /api/auth')
  })

  it.each(['https://a.test', 'https://a.test/', 'https://a.test/auth', 'not a URL'])(
    'nothing about AUTH_URL=%s',
    async (url) => {
      expect(await report({ '.env': `AUTH_URL=${url}\n` })).not.toContain('Look at')
    },
  )

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
