import { describe, expect, it } from 'vitest'
import { makeTypeScriptApp } from './typescript-app.js'

const plugin = 'src/routes/plugin@auth.ts'
const problem = 'move finds no trustHost, AUTH_TRUST_HOST or AUTH_URL of your site.'

async function report(
  files: Readonly<Record<string, string>>,
  { options = '', args = [] }: { readonly options?: string; readonly args?: string[] } = {},
): Promise<string> {
  const sandbox = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [] }',
    'src/routes/index.tsx': '',
    [plugin]: `import { QwikAuth$ } from "@auth/qwik"\nexport const a = QwikAuth$(() => ({ ${options}providers: [] }))\n`,
    ...files,
  })
  return (await sandbox.run(['move', '--dry-run', ...args])).output
}

describe('latchkey move with an app whose host Auth.js trusts only because of NODE_ENV', () => {
  it('reports that Latchkey does not trust the host', async () => {
    const output = await report({ '.env': '# AUTH_URL=https://a.test\nAUTH_GITHUB_ID=1\n' })
    expect(output).toContain(`${plugin}:2\n  ${problem}`)
    expect(output).toContain('Set AUTH_URL')
  })

  it.each([
    ['.env', 'AUTH_URL=http://localhost:5173\n'],
    ['.env.development', 'AUTH_URL="http://127.0.0.1:5173/auth"\n'],
    ['compose.yaml', 'environment:\n  AUTH_URL: http://[::1]:3000\n'],
    ['wrangler.jsonc', '{ "AUTH_URL": "not a URL" }\n'],
  ])('reports it, too, if AUTH_URL in %s is not the address of a site: %s', async (path, text) => {
    expect(await report({ [path]: text })).toContain(`${plugin}:2\n  ${problem}`)
  })

  it.each([
    ['.env', 'AUTH_URL=http://localhost:5173\nAUTH_TRUST_HOST=true\n'],
    ['.env', 'AUTH_URL=https://a.test\n'],
    ['.env.production', 'NEXTAUTH_URL=https://a.test\n'],
    ['.env', 'AUTH_TRUST_HOST=true\n'],
    ['compose.yaml', 'environment:\n  - AUTH_URL=${AUTH_URL}\n'],
    ['Dockerfile', 'ENV AUTH_TRUST_HOST=1\n'],
  ])('is silent if %s says %s', async (path, text) => {
    expect(await report({ [path]: text })).not.toContain(problem)
  })

  it('is silent if the config sets trustHost', async () => {
    expect(await report({}, { options: 'trustHost: true, ' })).not.toContain(problem)
  })

  it('is silent with --rolling, because the moving mode trusts what Auth.js trusts', async () => {
    expect(await report({}, { args: ['--rolling'] })).not.toContain(problem)
  })
})
