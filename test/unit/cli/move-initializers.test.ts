import { describe, expect, it } from 'vitest'
import { moveApp } from './move-app.js'

const plugin = 'src/routes/plugin@auth.ts'

const object = '{\n  basePath: "/other",\n  logger: {},\n}'
const moved = '{\n  compatibility: "authjs",\n  logger: {},\n}'
const config = `(() => (${object}));\n`

describe('an initializer that is not called by its imported name', () => {
  it.each([
    ['a member of a namespace', `import * as auth from "@auth/qwik";\nauth.QwikAuth$${config}`],
    [
      'a constant',
      `import { QwikAuth$ } from "@auth/qwik";\nconst init = QwikAuth$;\ninit${config}`,
    ],
    [
      'a constant of a namespace',
      `import * as auth from "@auth/qwik";\nconst init = auth.QwikAuth$;\ninit${config}`,
    ],
    [
      'a constant of a constant',
      `import { QwikAuth$ } from "@auth/qwik";\nconst a = QwikAuth$ as typeof QwikAuth$, b = a;\nb${config}`,
    ],
    ['a member of a dynamic import', `(await import("@auth/qwik")).QwikAuth$${config}`],
    [
      'taken out of a dynamic import',
      `const { QwikAuth$: init } = await import("@auth/qwik");\ninit${config}`,
    ],
    [
      'a constant with a name that is declared twice',
      `import { QwikAuth$ } from "@auth/qwik";\nconst init = QwikAuth$;\nf((init) => init(1));\ninit${config}`,
    ],
    ['in parentheses', `import { QwikAuth$ } from "@auth/qwik";\n(QwikAuth$ as any)${config}`],
  ])('is followed: %s', async (_what, text) => {
    const { read, output } = await moveApp({ [plugin]: text })
    expect(read(plugin)).toContain(moved)
    expect(read(plugin)).not.toContain('@auth')
    expect(output).not.toContain('cannot see')
  })

  it.each([
    ['a constant', 'import { QwikAuth$ } from "@auth/qwik";\nexport const init = QwikAuth$;\n'],
    [
      'a member of a namespace',
      'import * as auth from "@auth/qwik";\nexport const init = auth.QwikAuth$;\n',
    ],
  ])('is followed into another file: %s', async (_what, text) => {
    const { read, output } = await moveApp({
      'src/init.ts': text,
      [plugin]: `import { init } from "~/init";\ninit${config}`,
      'src/other.ts': `import * as all from "~/init";\nall.init${config}`,
    })
    expect(read(plugin)).toContain(moved)
    expect(read('src/other.ts')).toContain(moved)
    expect(output).not.toContain('cannot see')
  })

  it.each([
    ['an argument', 'make(QwikAuth$);'],
    ['a member', 'export const all = { QwikAuth$ };'],
    ['a choice', 'const init = isTest ? other : QwikAuth$;\ninit(() => ({}));'],
    ['a later value', 'let init;\n\ninit = QwikAuth$;'],
    ['the default export', 'export default QwikAuth$;'],
  ])('is reported where it is %s', async (what, line) => {
    const { output } = await moveApp({
      [plugin]: `import { QwikAuth$ } from "@auth/qwik";\n${line}\n`,
    })
    const at = what === 'a later value' ? 4 : 2
    expect(output).toContain(
      `${plugin}:${at}\n  move cannot see what QwikAuth$ is called with here, so it changes no option there.\n`,
    )
    expect(output).toContain("Add compatibility: 'authjs' to the config.")
  })

  it.each([
    'export { QwikAuth$ as default } from "@auth/qwik";',
    'import { QwikAuth$ } from "@auth/qwik";\nexport default QwikAuth$;',
  ])('is followed through a default export: %s', async (line) => {
    const { read } = await moveApp({
      'src/auth.ts': `${line}\n`,
      [plugin]: `import make from "../auth";\nexport const { onRequest } = make(() => ({ basePath: '/api/auth', providers: [] }));\n`,
    })
    expect(read(plugin)).not.toContain('basePath')
    expect(read(plugin)).toContain('compatibility: "authjs"')
  })

  it('is reported as a member of a namespace', async () => {
    const { output } = await moveApp(
      { [plugin]: 'import * as auth from "@auth/qwik";\nmake(auth.QwikAuth$);\n' },
      [],
    )
    expect(output).toContain(`${plugin}:2\n  move cannot see what QwikAuth$ is called with here`)
    expect(output).toContain('Remove basePath from it')
    expect(output).not.toContain('Add compatibility')
  })

  it('is not reported as a type or in a list of exports', async () => {
    const { output } = await moveApp({
      [plugin]: `import { QwikAuth$ } from "@auth/qwik";\nexport { QwikAuth$ };\ntype Init = typeof QwikAuth$;\n`,
    })
    expect(output).not.toContain('cannot see')
  })
})
