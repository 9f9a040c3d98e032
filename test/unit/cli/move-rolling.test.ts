import { describe, expect, it } from 'vitest'
import { makeTypeScriptApp } from './typescript-app.js'

async function moveApp(
  args: readonly string[],
  secrets: readonly [string, string] = ['k3Jx9Qp7wZ', 'Tb5Rn8Lc2V'],
): Promise<string> {
  const sandbox = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    '.env': `AUTH_SECRET=${secrets[0]}\n`,
    'src/routes/index.tsx': '',
    'src/routes/plugin@auth.ts': `import { QwikAuth$ } from "@auth/qwik";\nQwikAuth$(() => ({ secret: "${secrets[1]}", providers: [] }));\n`,
  })
  const { code, output } = await sandbox.run(['move', '--yes', ...args])
  expect(code).toBe(0)
  return output
}

describe('the report of latchkey move --rolling', () => {
  it('says what both servers need and when the mode can go', async () => {
    const output = await moveApp(['--rolling'])
    expect(output).toContain('Give both the same list of secrets in the same order')
    expect(output).toContain('Set the same maxAge for mail providers')
    expect(output).toContain("remove\ncompatibility: 'authjs' and deploy")
    expect(output).toContain('npx latchkey doctor')
    expect(output).not.toContain('move --rolling as well')
  })

  it('keeps a short secret, because Auth.js cannot read what a new one encrypts', async () => {
    const output = await moveApp(['--rolling'])
    const kept = output.split('Keep it as it is until no server with Auth.js runs')
    expect(kept).toHaveLength(3)
    expect(output).not.toContain('set AUTH_SECRET_1 to')
    expect(output).not.toContain('pass a list')
  })

  it('replaces a secret that can be guessed before the move, because the mode refuses it', async () => {
    const output = await moveApp(['--rolling'], ['password', 'secret'])
    const replaced = output.split('Do this on the servers with Auth.js before the move')
    expect(replaced).toHaveLength(3)
    expect(output).not.toContain('Keep it as it is')
    expect(output).not.toContain('only warns')
  })

  it('is announced after a move without it', async () => {
    const output = await moveApp([])
    expect(output).toContain('npx latchkey move --rolling as well')
    expect(output).toContain('set AUTH_SECRET_1 to')
    expect(output).not.toContain('side by side:')
  })
})

it.each([
  [['--rolling'], 'accepts only in the moving mode', 'when the moving mode is off'],
  [[], 'refuses', 'now'],
])(
  'the report with %j says when a form without a token and the name of a cookie matter',
  async (args, form, cookie) => {
    const reader = 'getToken({ req, cookieName: "authjs.session-token" })'
    const sandbox = makeTypeScriptApp({
      'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
      'src/routes/index.tsx': `import { getToken } from "@auth/core/jwt";\n${reader};\n<form action="/auth/signout" method="post" />`,
      'proxy.yaml': 'cookie: authjs.session-token\n',
    })
    const { output } = await sandbox.run(['move', '--dry-run', ...args])
    expect(output).toContain(`without a csrfToken, which Latchkey ${form}.`)
    expect(output).toContain(`the name is different on https ${cookie}.`)
    const named = `which is __Host-authjs.session-token on https ${cookie}.`
    expect(output.split(named)).toHaveLength(3)
  },
)

it('latchkey move writes an option in the quotes of the file, whatever a comment has', async () => {
  const path = 'src/routes/plugin@auth.ts'
  const sandbox = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    'src/routes/index.tsx': '',
    [path]: `// Don't move this.\nimport { QwikAuth$ } from "@auth/qwik";\nQwikAuth$(() => ({}));\n`,
  })
  await sandbox.run(['move', '--yes', '--rolling'])
  expect(sandbox.read(path)).toContain('routeAuth$(() => ({compatibility: "authjs"}))')
})
