import { describe, expect, it } from 'vitest'
import { makeTypeScriptApp } from './typescript-app.js'

async function moveFile(path: string, text: string): Promise<string> {
  const sandbox = makeTypeScriptApp({
    'package.json': '{"devDependencies":{"@auth/qwik":"1","@builder.io/qwik-city":"1"}}',
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    'src/routes/index.tsx': '',
    [path]: text,
  })
  const { code, errors } = await sandbox.run(['move', '--yes'])
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return sandbox.read(path)
}

describe('latchkey move keeps the comments between the braces of an import', () => {
  it('that is changed in place', async () => {
    const text = `import {
  // the initializer
  QwikAuth$, // for the plugin
  /* a type */ type Session,
  // the end
} from "@auth/qwik";
`
    expect(await moveFile('src/a.ts', text)).toBe(
      text.replace('QwikAuth$', 'routeAuth$').replace('@auth/qwik', 'latchkey'),
    )
  })

  it('that is split', async () => {
    const moved = await moveFile(
      'src/a.ts',
      `// all types
import {
  // who
  type User, // and where
  type Account /* linked */,
  /* how */ type AuthAction,
  // the end
} from "@auth/core/types"; // of Auth.js
`,
    )
    expect(moved).toBe(`// all types
import {
  // who
  // and where
  type User,
  /* linked */
  type Account,
} from "latchkey";
import {
  /* how */
  // the end
  type AuthAction,
} from "latchkey/types"; // of Auth.js
`)
  })

  it.each([
    [
      'that is merged into one on one line',
      'import { QwikAuth$ } from "@auth/qwik";\nimport {\n  // who\n  Session,\n  User,\n} from "@auth/core/types";\n',
      'import { routeAuth$,\n  // who\n  Session, User } from "latchkey";\n',
    ],
    [
      'that is merged into one on several lines',
      'import {\n    QwikAuth$,\n} from "@auth/qwik";\nimport { Session, /* who */ User } from "@auth/core/types";\n',
      'import {\n    routeAuth$,\n    Session,\n    /* who */\n    User,\n} from "latchkey";\n',
    ],
    [
      'with the line ends of Windows',
      'import { QwikAuth$ } from "@auth/qwik";\r\nimport { User /* who */ } from "@auth/core/types";\r\n',
      'import { routeAuth$,\r\n  /* who */\r\n  User } from "latchkey";\r\n',
    ],
  ])('%s', async (_what, before, after) => {
    expect(await moveFile('src/a.ts', before)).toBe(after)
  })
})

describe('latchkey move keeps the comments in the lists of a Vite config', () => {
  const config = (list: string): string =>
    `import { latchkey } from "latchkey/vite";\nexport default { plugins: [latchkey()], optimizeDeps: { include: ${list} } };\n`

  it.each([
    ['"a", "@auth/core", "@auth/qwik"', '"a"'],
    ['"@auth/core", "a"', '"a"'],
    [' "@auth/core", "a" ', ' "a" '],
    ['/* all */ "@auth/core", "a"', '/* all */ "a"'],
    ['"@auth/core", /* b */ "b"', '/* b */ "b"'],
    ['"a" /* a */, "@auth/core"', '"a" /* a */'],
    [
      '\n  "a", // about a\n  "@auth/core", // of Auth.js\n  // about b\n  "b",\n',
      '\n  "a", // about a\n  // about b\n  "b",\n',
    ],
    [
      '\n  // what Vite has to bundle\n  "@auth/core",\n  "a", // about a\n  "@auth/qwik"\n  // the end\n',
      '\n  // what Vite has to bundle\n  "a" // about a\n  // the end\n',
    ],
  ])('[%s]', async (before, after) => {
    const moved = await moveFile('vite.config.ts', config(`[${before}]`))
    expect(moved).toBe(config(`[${after}]`))
  })
})

describe('latchkey move removes an option', () => {
  it.each([
    ["basePath: '/api/auth' /* the default */,\n  providers: []", 'providers: []'],
    ["basePath: '/api/auth' // the default\n  ,\n  providers: []", 'providers: []'],
    [
      "providers: []\n  , basePath: '/api/auth'\n  , trustHost: true",
      'providers: []\n  , trustHost: true',
    ],
  ])('with a comment before its comma, and leaves code that parses: %s', async (before, after) => {
    const config = (options: string): string =>
      `export const { onRequest } = routeAuth$(() => ({\n  ${options},\n}));\n`
    const path = 'src/routes/plugin@auth.ts'
    const moved = await moveFile(
      path,
      `import { QwikAuth$ } from "@auth/qwik";\n${config(before).replace('routeAuth$', 'QwikAuth$')}`,
    )
    const spaceless = (text: string): string => text.replaceAll(/\s+/g, ' ')
    expect(spaceless(moved)).toBe(
      spaceless(`import { routeAuth$ } from "latchkey";\n${config(after)}`),
    )
  })
})

it('latchkey move removes the last option and no code behind it, whatever comments follow', async () => {
  const path = 'src/routes/plugin@auth.ts'
  const rest = `export function add(a /* first */, b /* second */) {}\n// ${'/'.repeat(200)}\n`
  const moved = await moveFile(
    path,
    `import { QwikAuth$ } from "@auth/qwik";\nexport const x = QwikAuth$(() => ({ providers: [], basePath: '/api' /* default */ }));\n${rest}`,
  )
  expect(moved).toContain(rest)
  expect(moved).not.toContain('basePath')
})
