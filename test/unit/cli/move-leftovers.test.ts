import { describe, expect, it } from 'vitest'
import { makeTypeScriptApp } from './typescript-app.js'

const plugin = 'src/routes/plugin@auth.ts'
const manifest = '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}'

/** Moves an app, and returns the report of a first and of a second run. */
async function moveApp(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const sandbox = makeTypeScriptApp({
    'package.json': manifest,
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    'src/routes/index.tsx': '',
    [plugin]: 'import { QwikAuth$ } from "@auth/qwik"\n',
    ...files,
  })
  const runs = [await sandbox.run(['move', '--yes']), await sandbox.run(['move', '--yes'])]
  return runs.map(({ output }) => output.split('Look at these places yourself:')[1] ?? '')
}

describe('a mention of Auth.js that move leaves is reported, again at every run', () => {
  it.each([
    [
      'a require call',
      'src/a.cjs',
      '\nconst { getToken } = require("@auth/core/jwt")',
      'ES module',
    ],
    ['an import assignment', 'src/a.ts', '\nimport auth = require("@auth/core")', 'ES module'],
    ['another text', 'src/a.ts', '\nconst name = "@auth/core/types"', 'Change it or remove it'],
    ['a path', 'src/a.ts', '\nconst p = "../node_modules/@auth/core/jwt.js"', 'Change it'],
    ['a template', 'src/a.ts', '\nconst p = `@auth/qwik/providers/${id}`', 'Change it'],
    ['a reference', 'src/a.d.ts', '\n/// <reference types="@auth/core" />', '"latchkey"'],
    ['a type in a comment', 'src/a.js', '\n/** @type {import("@auth/qwik").User} */', '"latchkey"'],
    [
      'a directive',
      'src/a.ts',
      '\n// eslint-disable-next-line -- @auth/qwik has no types',
      'comment',
    ],
    [
      'an alias of Vite',
      'vitest.config.ts',
      '\nexport default { a: { "@auth/qwik": "x" } }',
      'Change',
    ],
    [
      'a path of TypeScript',
      'tsconfig.json',
      '{\n"paths": { "@auth/core/*": ["x"] } }',
      'TypeScript',
    ],
    ['a type of TypeScript', 'tsconfig.app.json', '{\n"types": ["@auth/core"] }', 'TypeScript'],
    ['a package of a workspace', 'packages/a/package.json', '{\n"next-auth": "1" }', 'package'],
    ['a build file', 'Dockerfile', 'FROM node\nRUN npm install @auth/qwik\n', 'Change'],
  ])('%s', async (_what, path, text, cure) => {
    for (const report of await moveApp({ [path]: text })) {
      expect(report).toMatch(new RegExp(`${path}:2\\n  .*Auth\\.js.*\\n  .*${cure}`))
    }
  })

  it('the Vite config', async () => {
    const [report = ''] = await moveApp({
      'vite.config.ts':
        'export default {\n  plugins: [qwikVite()],\n  resolve: { alias: { "@auth/core": "x" } },\n}\n',
    })
    expect(report).toContain('vite.config.ts:4\n  This still names Auth.js.')
  })

  it('package.json', async () => {
    const [first, second] = await moveApp({
      'package.json': manifest.replace('{', '{\n"overrides": { "@auth/core": "0.41.3" },\n'),
    })
    expect(first).toContain('package.json:2\n  This still names a package of Auth.js.')
    expect(second).toContain('package.json:2\n  This still names a package of Auth.js.')
  })

  it('a package that an import still needs', async () => {
    const [report = ''] = await moveApp({
      'package.json': manifest.replace('"@auth/qwik"', '\n"@auth/core": "1",\n"@auth/qwik"'),
      [plugin]: 'import Passage from "@auth/core/providers/passage"\n',
    })
    expect(report).toContain('The line is unchanged and works with Latchkey')
    expect(report?.split(`${plugin}:1`)).toHaveLength(2)
    expect(report).toMatch(/package\.json:\d\n {2}This still names a package of Auth\.js/)
  })

  it.each([
    ['a comment', 'src/a.ts', '// @auth/qwik had this'],
    ['another package', 'src/a.ts', 'const a = "@auth/core-other", b = "next-authentic"'],
    ['an adapter', 'packages/a/package.json', '{ "@auth/prisma-adapter": "1" }'],
    ['a lock file of npm', 'package-lock.json', '{ "@auth/core": "1" }'],
    ['a published lock file of npm', 'npm-shrinkwrap.json', '{ "@auth/core": "1" }'],
    ['a lock file of pnpm', 'pnpm-lock.yaml', "packages:\n  '@auth/core@0.41.3':\n"],
    ['a lock file of a workspace', 'packages/a/pnpm-lock.yaml', "'@auth/qwik':\n"],
    ['a lock file of Yarn', 'yarn.lock', '"@auth/core@npm:0.41.3":\n'],
    ['a lock file of Bun', 'bun.lock', '{ "@auth/core": ["@auth/core@0.41.3"] }'],
  ])('but not %s', async (_what, path, text) => {
    expect(await moveApp({ [path]: text })).toEqual(['', ''])
  })
})

describe('a variable in a file of the deployment is reported', () => {
  it.each([
    ['Dockerfile', 'FROM node\nENV AUTH_URL=https://a.test/api/auth\n', 'AUTH_URL has the path'],
    [
      'docker/Dockerfile.web',
      'FROM node\nARG AUTH_URL="https://a.test/x"\n',
      'AUTH_URL has the path',
    ],
    ['compose.yaml', 'environment:\n  - AUTH_SECRET=a-short-1\n', 'AUTH_SECRET has fewer than 32'],
    [
      'docker-compose.yml',
      'environment:\n  AUTH_SECRET: "a-short-1"\n',
      'AUTH_SECRET has fewer than 32',
    ],
    [
      'wrangler.toml',
      '[vars]\nNEXTAUTH_URL = "https://a.test"\n',
      'Latchkey does not read NEXTAUTH_URL.',
    ],
    ['wrangler.jsonc', '{\n"AUTH_URL": "https://a.test/b" }\n', 'AUTH_URL has the path'],
    ['.dev.vars', 'A=1\nAUTH_SECRET=a-short-1\n', 'AUTH_SECRET has fewer than 32'],
    ['k8s/app.yaml', '- name: AUTH_URL\n  value: https://a.test/c\n', 'AUTH_URL has the path'],
  ])('%s', async (path, text, problem) => {
    const [report] = await moveApp({ [path]: text })
    expect(report).toMatch(new RegExp(`${path}:[12]\\n  ${problem}`))
    expect(report).not.toContain('a-short-1')
  })

  it.each([
    ['compose.yaml', 'environment:\n  - AUTH_SECRET=${AUTH_SECRET}\n  - AUTH_GITHUB_ID=abc\n'],
    ['Dockerfile', 'ARG AUTH_SECRET\nENV AUTH_SECRET=$AUTH_SECRET AUTH_URL=https://a.test\n'],
    ['k8s/app.yaml', '- name: AUTH_SECRET\n  valueFrom: { secretKeyRef: { name: a } }\n'],
  ])('but not one that stays as it is, in %s', async (path, text) => {
    expect(await moveApp({ [path]: text })).toEqual(['', ''])
  })
})
