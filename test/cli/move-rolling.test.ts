import { describe, expect, it } from 'vitest'
import { makeTypeScriptApp } from './typescript-app.js'

async function moveApp(args: readonly string[]): Promise<string> {
  const scene = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    '.env': 'AUTH_SECRET=short\n',
    'src/routes/index.tsx': '',
    'src/routes/plugin@auth.ts':
      'import { QwikAuth$ } from "@auth/qwik";\nQwikAuth$(() => ({ secret: "brief", providers: [] }));\n',
  })
  const { code, output } = await scene.run(['move', '--yes', ...args])
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

  it('is announced after a move without it', async () => {
    const output = await moveApp([])
    expect(output).toContain('npx latchkey move --rolling as well')
    expect(output).toContain('set AUTH_SECRET_1 to')
    expect(output).not.toContain('side by side:')
  })
})
