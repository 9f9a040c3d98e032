import { describe, expect, it } from 'vitest'
import { makeTypeScriptApp } from './typescript-app.js'

const plugin = 'src/routes/plugin@auth.ts'
const urls = 'export const urls = { home: "/", basePath: "/app" };\n'

describe('latchkey move with a basePath in an object that is spread into the config', () => {
  it('leaves the object alone, because other code may read it, and reports the option', async () => {
    const text = `import { QwikAuth$ } from "@auth/qwik";
import { urls } from "../urls";
export const { onRequest } = QwikAuth$(() => ({ ...urls, trustHost: true, providers: [] }));
`
    const sandbox = makeTypeScriptApp({
      'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
      'vite.config.ts': 'export default { plugins: [qwikVite()] }',
      'src/routes/index.tsx':
        'import { urls } from "../urls";\nexport const path = urls.basePath;\n',
      'src/urls.ts': urls,
      [plugin]: text,
    })
    const { output } = await sandbox.run(['move', '--yes'])
    expect(sandbox.read('src/urls.ts')).toBe(urls)
    expect(output).toContain('src/urls.ts:1\n  @auth/qwik ignored basePath and served /auth')
    expect(output).toContain("Add basePath: '/auth' to the config after the spread")
    expect(output).not.toContain('move removes the option')
  })
})

describe('latchkey move with routes of the app below the base path', () => {
  it.each([
    ['src/routes/auth/confirm/index.tsx', 'QwikAuth$', '/auth'],
    ['src/routes/(site)/auth/(plain)/confirm/index@bare.tsx', 'QwikAuth$', '/auth'],
    ['src/routes/auth/confirm/index.mdx', 'QwikAuth$', '/auth'],
    ['src/routes/auth/confirm/index.tsx', 'serverAuth$', undefined],
    ['src/routes/api/auth/confirm/index.ts', 'serverAuth$', '/api/auth'],
    ['src/routes/auth/confirm/form.tsx', 'QwikAuth$', undefined],
    ['src/routes/auth/login/index.tsx', 'QwikAuth$', undefined],
    ['src/routes/confirm/index.tsx', 'QwikAuth$', undefined],
  ])('reports %s with %s only if Latchkey answers there', async (path, name, basePath) => {
    const packageName = name === 'QwikAuth$' ? '@auth/qwik' : '@builder.io/qwik-auth'
    const sandbox = makeTypeScriptApp({
      'package.json': `{"devDependencies":{"${packageName}":"1","@builder.io/qwik-city":"1"}}`,
      'vite.config.ts': 'export default { plugins: [qwikVite()] }',
      [plugin]: `import { ${name} } from "${packageName}";\n${name}(() => ({ trustHost: true, providers: [] }));\n`,
      [path]: '',
    })
    const { output } = await sandbox.run(['move', '--dry-run'])
    if (basePath === undefined) expect(output).not.toContain('do not reach this route')
    else expect(output).toContain(`${path}:1\n  Latchkey answers ${basePath}/confirm itself`)
  })
})
