import { describe, expect, it } from 'vitest'
import { makeTypeScriptApp } from './typescript-app.js'

async function report(path: string, text: string): Promise<string> {
  const sandbox = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    'src/routes/index.tsx': '',
    [path]: text,
  })
  const { output } = await sandbox.run(['move', '--yes'])
  expect(sandbox.read(path)).toBe(text)
  return output
}

describe('latchkey move reads routes in Markdown', () => {
  it.each([
    ['src/routes/a/index.mdx', '\nimport { Session } from "@auth/qwik"\n', 'names Auth.js'],
    ['src/routes/a/index.md', '\nimport { Session } from "@auth/core/types"\n', 'names Auth.js'],
    ['src/a.mdx', '\n{useAuthSession().value}\n', 'names useAuthSession, which Latchkey calls'],
    ['src/a.mdx', '\n{cookie.get("authjs.session-token")}\n', 'names the session cookie'],
  ])('and reports line 2 of %s with %s', async (path, text, problem) => {
    expect(await report(path, text)).toMatch(new RegExp(`${path}:2\\n  This .*${problem}`))
  })

  it.each([
    ['README.md', 'This app uses @auth/qwik.\n'],
    ['src/routes/a/index.mdx', 'Set AUTH_SECRET=short and NEXTAUTH_URL=https://a.test/b\n'],
  ])('and is silent about %s with %s', async (path, text) => {
    expect(await report(path, text)).not.toContain('Look at')
  })
})
