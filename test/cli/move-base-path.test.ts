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
    const scene = makeTypeScriptApp({
      'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
      'vite.config.ts': 'export default { plugins: [qwikVite()] }',
      'src/routes/index.tsx':
        'import { urls } from "../urls";\nexport const path = urls.basePath;\n',
      'src/urls.ts': urls,
      [plugin]: text,
    })
    const { output } = await scene.run(['move', '--yes'])
    expect(scene.read('src/urls.ts')).toBe(urls)
    expect(output).toContain('src/urls.ts:1\n  @auth/qwik ignored basePath and served /auth')
    expect(output).toContain("Add basePath: '/auth' to the config after the spread")
    expect(output).not.toContain('move removes the option')
  })
})
