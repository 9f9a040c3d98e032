import { describe, expect, it } from 'vitest'
import type { Sandbox } from './sandbox.js'
import { makeTypeScriptApp } from './typescript-app.js'

const plugin = 'src/routes/plugin@auth.ts'
const page = 'src/routes/index.tsx'
const start = 'import { serverAuth$ } from "@builder.io/qwik-auth";\n'
const config = 'serverAuth$(() => ({ providers: [] }))'

async function moveApp(
  files: Readonly<Record<string, string>>,
): Promise<{ readonly sandbox: Sandbox; readonly output: string }> {
  const sandbox = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@builder.io/qwik-auth":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [qwikCity()] }\n',
    ...files,
  })
  const { output } = await sandbox.run(['move', '--yes'])
  return { sandbox, output }
}

const importer = `import { useAuthSession } from "./plugin@auth";
import * as all from "./plugin@auth";
export const used = [useAuthSession(), all.useAuthSession()];
`

describe('latchkey move keeps an importer of a hook if the former name is still exported', () => {
  it.each([
    [
      'through a list of exports',
      `${start}const { useAuthSession } = ${config};\nexport { useAuthSession };\n`,
      'export { useSession as useAuthSession };',
    ],
    [
      'as a constant',
      `${start}const auth = ${config};\nexport const useAuthSession = auth.useAuthSession;\n`,
      'export const useAuthSession = auth.useSession;',
    ],
    [
      'beside another useSession',
      `${start}export const { useAuthSession } = ${config};\nexport const useSession = () => 1;\n`,
      'export const { useSession: useAuthSession } = ',
    ],
  ])('%s', async (_what, maker, exported) => {
    const { sandbox, output } = await moveApp({ [plugin]: maker, [page]: importer })
    expect(sandbox.read(plugin)).toContain(exported)
    expect(sandbox.read(page)).toBe(importer)
    expect(output).not.toContain('still names useAuthSession')
  })
})

describe('latchkey move renames a hook in importers', () => {
  it('of a file that takes it out of an imported instance', async () => {
    const { sandbox, output } = await moveApp({
      [plugin]: `${start}export const auth = ${config};\n`,
      'src/hooks.ts':
        'import { auth } from "./routes/plugin@auth";\nexport const { useAuthSession } = auth;\n',
      [page]: 'import { useAuthSession } from "../hooks";\nuseAuthSession();\n',
    })
    expect(sandbox.read('src/hooks.ts')).toContain('export const { useSession } = auth;')
    expect(sandbox.read(page)).toBe('import { useSession } from "../hooks";\nuseSession();\n')
    expect(output).not.toContain('still names')
  })
})

describe('latchkey move reports a former hook name that it leaves', () => {
  const maker = `${start}export const { useAuthSession } = ${config};\n`

  it.each([
    ['a member of something unknown', '\ncontext.useAuthSession();\n'],
    ['a name in a pattern', '\nconst { useAuthSession } = make();\n'],
    ['an alias in a pattern', '\nconst { useAuthSession: use } = make();\n'],
    ['a mock', '\nvi.mock("./plugin@auth", () => ({ useAuthSession: fake }));\n'],
    ['a text', '\nconst use = all["useAuthSession"];\n'],
    ['a name that the module does not export', '\nimport { useAuthSession } from "../other";\n'],
  ])('%s', async (_what, text) => {
    const { sandbox, output } = await moveApp({
      [plugin]: maker,
      [page]: text,
      'src/other.ts': 'export {}\n',
    })
    expect(sandbox.read(page)).toBe(text)
    expect(output).toContain(
      `${page}:2\n  This still names useAuthSession, which Latchkey calls useSession.`,
    )
  })

  it('an import from a file whose own useSession hides the hook', async () => {
    const barrel = 'export * from "./routes/plugin@auth";\nexport const useSession = () => 1;\n'
    const text = '\nimport { useAuthSession } from "../barrel";\n'
    const { sandbox, output } = await moveApp({
      [plugin]: maker,
      'src/barrel.ts': barrel,
      [page]: text,
    })
    expect(sandbox.read(page)).toBe(text)
    expect(output).toContain(`${page}:2\n  This still names useAuthSession`)
  })
})
