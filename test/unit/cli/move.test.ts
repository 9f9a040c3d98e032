import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeSandbox, type Sandbox } from './sandbox.js'
import { makeTypeScriptApp } from './typescript-app.js'

const plugin = 'src/routes/plugin@auth.ts'

const manifest = `{
  "name": "app",
  "devDependencies": {
    "@auth/qwik": "^0.9.1",
    "@builder.io/qwik-city": "^1.20.1",
    "vite": "^7.0.0"
  }
}
`
const viteConfig = `import { defineConfig } from "vite";

export default defineConfig({
  plugins: [qwikCity(), qwikVite()],
});
`

function makeApp(files: Readonly<Record<string, string>>, typescript = 'typescript'): Sandbox {
  return makeTypeScriptApp(
    {
      'package.json': manifest,
      'vite.config.ts': viteConfig,
      'src/routes/index.tsx': '',
      ...files,
    },
    typescript,
  )
}

/** Moves one file of an app. */
async function moveFile(
  before: string,
  args: readonly string[] = [],
): Promise<{ readonly text: string; readonly output: string }> {
  const sandbox = makeApp({ [plugin]: before })
  const { code, output, errors } = await sandbox.run(['move', '--yes', ...args])
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return { text: sandbox.read(plugin), output }
}

describe('latchkey move', () => {
  it.each([
    [`import { QwikAuth$ } from "@auth/qwik"`, `import { routeAuth$ } from "latchkey"`],
    [
      `import { QwikAuth$ as auth$ } from "@auth/qwik"`,
      `import { routeAuth$ as auth$ } from "latchkey"`,
    ],
    [
      `import GitHub from '@auth/qwik/providers/github'`,
      `import GitHub from 'latchkey/providers/github'`,
    ],
    [
      `import GitHub from '@auth/core/providers/github'`,
      `import GitHub from 'latchkey/providers/github'`,
    ],
    [
      `import Google, { type GoogleProfile } from '@auth/core/providers/google'`,
      `import Google, { type GoogleProfile } from 'latchkey/providers/google'`,
    ],
    [`import type { Session } from "@auth/core/types"`, `import type { Session } from "latchkey"`],
    [
      `import type { Adapter } from "@auth/core/adapters"`,
      `import type { Adapter } from "latchkey"`,
    ],
    [
      `import type { Provider } from "@auth/core/providers"`,
      `import type { Provider } from "latchkey"`,
    ],
    [
      `import type { OAuthConfig } from "@auth/core/providers/oauth"`,
      `import type { OAuthConfig } from "latchkey"`,
    ],
    [`import { getToken } from "@auth/core/jwt"`, `import { getToken } from "latchkey/jwt"`],
    [`import * as jwt from "@auth/core/jwt"`, `import * as jwt from "latchkey/jwt"`],
    [
      `import { AccessDenied } from "@auth/core/errors"`,
      `import { AccessDenied } from "latchkey/errors"`,
    ],
    [`import { Auth } from "@auth/core"`, `import { Auth } from "latchkey/core"`],
    [`export { AuthError } from '@auth/qwik'`, `export { AuthError } from 'latchkey'`],
    [
      `export { QwikAuth$ } from '@auth/qwik'`,
      `export { routeAuth$ as QwikAuth$ } from 'latchkey'`,
    ],
    [`type S = import("@auth/core/types").Session`, `type S = import("latchkey").Session`],
    [
      `const load = () => import("@auth/qwik/providers/github")`,
      `const load = () => import("latchkey/providers/github")`,
    ],
    [
      `import type { QwikAuthConfig } from "@auth/qwik"\nlet a: QwikAuthConfig`,
      `import type { FrameworkAuthConfig } from "latchkey"\nlet a: FrameworkAuthConfig`,
    ],
    [
      `declare module "@auth/qwik" { interface Session { a: 1 } }`,
      `declare module "latchkey" { interface Session { a: 1 } }\n\nexport {}\n`,
    ],
    [`declare module '@auth/core/types' {}`, `declare module 'latchkey' {}\n\nexport {}\n`],
    [
      `declare module '@auth/core/jwt' { interface JWT { a?: 1 } }`,
      `declare module 'latchkey' { interface JWT { a?: 1 } }\n\nexport {}\n`,
    ],
  ])('rewrites %s', async (before, after) => {
    expect((await moveFile(before)).text).toBe(after)
  })

  it('renames a name wherever it is used, and nowhere else', async () => {
    const before = `import { QwikAuth$ } from "@auth/qwik";
export const auth = QwikAuth$(() => ({ providers: [] })); // QwikAuth$ in a comment
const text = "QwikAuth$", member = other.QwikAuth$;
export const named = { QwikAuth$, QwikAuth$: 1 };
export { QwikAuth$ };
`
    expect((await moveFile(before)).text).toBe(`import { routeAuth$ } from "latchkey";
export const auth = routeAuth$(() => ({ providers: [] })); // QwikAuth$ in a comment
const text = "QwikAuth$", member = other.QwikAuth$;
export const named = { QwikAuth$: routeAuth$, QwikAuth$: 1 };
export { routeAuth$ as QwikAuth$ };
`)
  })

  it.each([
    ['the new name is taken', 'const routeAuth$ = 1'],
    ['the old name is declared again', 'const f = (QwikAuth$: number) => QwikAuth$'],
  ])('uses an alias if %s', async (_what, line) => {
    const { text } = await moveFile(`import { QwikAuth$ } from "@auth/qwik"\n${line}`)
    expect(text).toBe(`import { routeAuth$ as QwikAuth$ } from "latchkey"\n${line}`)
  })

  it('leaves every other byte as it is', async () => {
    const odd = `\uFEFF\r\n  import {QwikAuth$}   from "@auth/qwik" ;\r\n\tconst a  = [ 1,2 ]\r\n\r\n/* end */`
    const { text } = await moveFile(odd)
    expect(text).toBe(odd.replace('QwikAuth$', 'routeAuth$').replace('@auth/qwik', 'latchkey'))
  })

  it('writes nothing if a file that it would change is not in UTF-8', async () => {
    const sandbox = makeApp({})
    const bytes = Buffer.from('import { QwikAuth$ } from "@auth/qwik" // Andr\u00E9\n', 'latin1')
    writeFileSync(join(sandbox.folder, plugin), bytes)
    const { code, errors } = await sandbox.run(['move', '--yes'])
    expect({ code, errors }).toEqual({
      code: 1,
      errors: `${plugin} is not in UTF-8, so a change would damage it. Save it as UTF-8, and run this again.\n`,
    })
    expect(readFileSync(join(sandbox.folder, plugin))).toEqual(bytes)
    expect(sandbox.read('package.json')).toBe(manifest)
  })

  it('removes a basePath that @auth/qwik ignored, with the rest of the options intact', async () => {
    const { text, output } = await moveFile(`import { QwikAuth$ } from "@auth/qwik";
export const a = QwikAuth$(() => {
  return {
    // the path
    basePath: "/api/auth",
    // the providers
    providers: [],
  };
});
`)
    expect(text).toBe(`import { routeAuth$ } from "latchkey";
export const a = routeAuth$(() => {
  return {
    // the providers
    providers: [],
  };
});
`)
    expect(output).toContain('plugin@auth.ts:5\n  @auth/qwik ignored basePath')
  })

  it('keeps the basePath that @auth/qwik had', async () => {
    const config = '(() => ({ basePath: "/auth", providers: [] }))'
    const { text } = await moveFile(`import { QwikAuth$ } from "@auth/qwik"\nQwikAuth$${config}`)
    expect(text).toContain(`routeAuth$${config}`)
  })

  it('replaces the package, and adds the plugin to Vite', async () => {
    const sandbox = makeApp({
      [plugin]: `import { QwikAuth$ } from "@auth/qwik"`,
      'vite.config.ts': viteConfig.replace(
        '});',
        '  optimizeDeps: { include: ["a", "@auth/core", "@auth/qwik"] },\n});',
      ),
    })
    await sandbox.run(['move', '--yes'])
    expect(sandbox.read('package.json')).toBe(`{
  "name": "app",
  "dependencies": {
    "latchkey": "^0.1.0"
  },
  "devDependencies": {
    "@builder.io/qwik-city": "^1.20.1",
    "vite": "^7.0.0"
  }
}
`)
    expect(sandbox.read('vite.config.ts')).toContain(
      'plugins: [latchkey(), qwikCity(), qwikVite()]',
    )
    expect(sandbox.read('vite.config.ts')).toContain('optimizeDeps: { include: ["a"] }')
  })

  it.each([
    ['{"dependencies":{"@auth/qwik":"1"},"devDependencies":{"@builder.io/qwik-city":"1"}}'],
    ['{"dependencies":{"@builder.io/qwik-city":"1","@auth/core":"1","@auth/qwik":"1"}}'],
    ['{"dependencies":{"a":"1","@auth/qwik":"1","z":"1","@builder.io/qwik-city":"1"}}'],
  ])('writes valid JSON for %s', async (before) => {
    const sandbox = makeApp({ 'package.json': before, [plugin]: 'import "@auth/qwik"' })
    await sandbox.run(['move', '--yes'])
    const { dependencies } = JSON.parse(sandbox.read('package.json'))
    expect(dependencies).toMatchObject({ latchkey: '^0.1.0' })
    expect(sandbox.read('package.json')).not.toContain('@auth/')
  })

  it('keeps @auth/core for an import that nothing replaces, and says where', async () => {
    const before = `import Passage from "@auth/core/providers/passage"`
    const sandbox = makeApp({
      'package.json': manifest.replace('"@auth/qwik"', '"@auth/core": "0.41.3",\n    "@auth/qwik"'),
      [plugin]: before,
    })
    const { output } = await sandbox.run(['move', '--yes'])
    expect(sandbox.read(plugin)).toBe(before)
    expect(sandbox.read('package.json')).toContain('"@auth/core": "0.41.3"')
    expect(sandbox.read('package.json')).not.toContain('@auth/qwik')
    expect(output).toContain(`${plugin}:1\n  Latchkey has nothing that replaces this use of`)
    expect(await sandbox.run(['move'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Nothing to move\.\n$/),
    })
  })

  it('changes nothing in an app that it has moved', async () => {
    const sandbox = makeApp({ [plugin]: `import { QwikAuth$ } from "@auth/qwik"` })
    await sandbox.run(['move', '--yes'])
    const second = await sandbox.run(['move', '--yes'])
    expect(second).toEqual({ code: 0, output: 'Nothing to move.\n', errors: '' })
  })

  it('adds the moving mode with --rolling', async () => {
    const before = `import { QwikAuth$ } from "@auth/qwik";
QwikAuth$(() => ({
  providers: [],
}));
`
    const { text } = await moveFile(before, ['--rolling'])
    expect(text).toContain('({\n  compatibility: "authjs",\n  providers: [],\n})')
  })
})

describe('a config that is not written into the call', () => {
  const call = 'import { QwikAuth$ } from "@auth/qwik";\n'
  const object = '{\n  basePath: "/other",\n  providers: [],\n}'
  const moved = '{\n  compatibility: "authjs" as const,\n  providers: [],\n}'

  it.each([
    ['a constant', `const config = ${object};\nQwikAuth$(() => config);\n`],
    ['a function', `function makeConfig() { return ${object}; }\nQwikAuth$(makeConfig);\n`],
    ['a constant function', `const make = () => (${object});\nQwikAuth$(make);\n`],
    [
      'a constant in the function',
      `QwikAuth$(() => {\n const config = ${object};\n return config;\n});\n`,
    ],
    ['a choice', `const config = ${object};\nQwikAuth$(() => (isTest ? config : config));\n`],
  ])('move follows %s', async (_what, rest) => {
    const { text } = await moveFile(call + rest, ['--rolling'])
    expect(text).toContain(moved)
    expect(text).not.toContain('/other')
  })

  it.each([
    ['import { config } from "../auth.config"', `export const config = ${object}\n`],
    ['import { config } from "~/auth.config"', `const config = ${object}\nexport { config }\n`],
    ['import config from "../auth.config.js"', `export default ${object}\n`],
    ['import config from "#config"', `const config = ${object}\nexport default config\n`],
  ])('move follows %s', async (line, file) => {
    const sandbox = makeApp({
      [plugin]: `${call}${line}\nexport const a = QwikAuth$(() => config);\nQwikAuth$(() => config);\n`,
      'src/auth.config.ts': file,
      'tsconfig.json':
        '{ "compilerOptions": { "paths": { "#config": ["./src/auth.config.ts"] } } }',
    })
    await sandbox.run(['move', '--yes', '--rolling'])
    expect(sandbox.read('src/auth.config.ts')).toContain(moved)
    expect(sandbox.read('src/auth.config.ts').split('compatibility')).toHaveLength(2)
  })

  it.each([
    ['a constant with a type', 'const config: Config =', ';\nQwikAuth$(() => config);'],
    ['a value with a type', 'const config = (', ' satisfies Config);\nQwikAuth$(() => config);'],
    ['a cast', 'const config =', ' as Config;\nQwikAuth$(() => config);'],
    ['a function with a type', 'function f(): Config { return', ' }\nQwikAuth$(f);'],
    ['an arrow function with a type', 'const f = (): Config => (', ');\nQwikAuth$(f);'],
    ['the call', 'QwikAuth$(async () => { return isTest ?', ': other });'],
  ])('move adds no type where there is one: %s', async (_what, before, after) => {
    const { text } = await moveFile(`${call}${before} ${object}${after}\n`, ['--rolling'])
    expect(text).toContain(moved.replace(' as const', ''))
  })

  it('move adds no type to JavaScript', async () => {
    const path = 'src/routes/plugin@auth.js'
    const text = `${call}const config = ${object};\nQwikAuth$(() => config);\n`
    const sandbox = makeApp({ [path]: text })
    await sandbox.run(['move', '--yes', '--rolling'])
    expect(sandbox.read(path)).toContain(moved.replace(' as const', ''))
  })

  it('move says so if it cannot follow a name', async () => {
    const { output } = await moveFile(`${call}QwikAuth$(() => loadConfig());\n`, ['--rolling'])
    expect(output).toContain("Add compatibility: 'authjs' to the config.")
  })
})

describe('latchkey move --rolling after latchkey move', () => {
  it('adds the option, and a third run changes nothing', async () => {
    const sandbox = makeApp({
      [plugin]: `import { QwikAuth$ } from "@auth/qwik";\nQwikAuth$(() => ({\n  providers: [],\n}));\n`,
    })
    await sandbox.run(['move', '--yes'])
    expect(sandbox.read(plugin)).not.toContain('compatibility')
    const { code } = await sandbox.run(['move', '--yes', '--rolling'])
    expect(code).toBe(0)
    expect(sandbox.read(plugin)).toContain('({\n  compatibility: "authjs",\n  providers: [],\n})')
    const third = await sandbox.run(['move', '--yes', '--rolling'])
    expect(third.output).toBe('Nothing to move.\n')
  })

  it('keeps the basePath of a config that was moved', async () => {
    const { text } = await moveFile(
      `import { routeAuth$ } from "latchkey";\nrouteAuth$(() => ({ basePath: "/api/auth", providers: [] }));\n`,
      ['--rolling'],
    )
    expect(text).toContain('compatibility: "authjs", basePath: "/api/auth"')
  })
})

describe('the files that latchkey move reads', () => {
  const before = 'import { getToken } from "@auth/core/jwt";\n'

  it('move changes a folder named server that belongs to the author', async () => {
    const sandbox = makeApp({ 'server/api.ts': before, 'packages/a/server/b.js': before })
    await sandbox.run(['move', '--yes'])
    for (const path of ['server/api.ts', 'packages/a/server/b.js']) {
      expect(sandbox.read(path)).toContain('"latchkey/jwt"')
    }
  })

  it.each(['@qwik-city-plan.js', '@qwik-router-config.js'])(
    'move leaves the output of a build with %s alone',
    async (name) => {
      const sandbox = makeApp({ 'server/entry.js': before, [`server/${name}`]: '' })
      await sandbox.run(['move', '--yes'])
      expect(sandbox.read('server/entry.js')).toBe(before)
    },
  )
})

describe('the Vite config', () => {
  const files = { [plugin]: `import { QwikAuth$ } from "@auth/qwik"` }

  it('gets the plugin beside those of Qwik if it has several lists of plugins', async () => {
    const sandbox = makeApp({
      ...files,
      'vite.config.ts': `import { defineConfig } from "vite";
export default defineConfig({
  worker: { plugins: [wasm()] },
  plugins: [
    qwikCity(),
    qwikVite(),
  ],
  build: { rollupOptions: { plugins: [other()] } },
});
`,
    })
    await sandbox.run(['move', '--yes'])
    expect(sandbox.read('vite.config.ts')).toBe(`import { defineConfig } from "vite";
import { latchkey } from "latchkey/vite";
export default defineConfig({
  worker: { plugins: [wasm()] },
  plugins: [
    latchkey(),
    qwikCity(),
    qwikVite(),
  ],
  build: { rollupOptions: { plugins: [other()] } },
});
`)
  })

  it('loses packages of Auth.js only where Vite lists packages', async () => {
    const sandbox = makeApp({
      ...files,
      'vite.config.ts': `const mine = ["@auth/core"];
export default {
  plugins: [qwikVite()],
  optimizeDeps: { include: ["@auth/qwik", "a"], exclude: ["@auth/core"] },
  ssr: { noExternal: ["b", "@auth/core"] },
  define: { list: ["@auth/core"] },
};
`,
    })
    await sandbox.run(['move', '--yes'])
    const text = sandbox.read('vite.config.ts')
    expect(text).toContain('optimizeDeps: { include: ["a"], exclude: [] }')
    expect(text).toContain('ssr: { noExternal: ["b"] }')
    expect(text).toContain('define: { list: ["@auth/core"] }')
    expect(text).toContain('const mine = ["@auth/core"]')
  })

  it('keeps a package that the app still imports', async () => {
    const sandbox = makeApp({
      [plugin]: 'import Passage from "@auth/core/providers/passage"',
      'vite.config.ts': `export default {
  plugins: [qwikVite()],
  optimizeDeps: { include: ["@auth/core", "@auth/core/providers/passage", "@auth/qwik"] },
};
`,
    })
    await sandbox.run(['move', '--yes'])
    expect(sandbox.read('vite.config.ts')).toContain(
      'include: ["@auth/core", "@auth/core/providers/passage"]',
    )
  })
})

describe('what latchkey move asks', () => {
  const files = { [plugin]: `import { QwikAuth$ } from "@auth/qwik"` }

  it('shows the changed lines, and writes after a yes', async () => {
    const sandbox = makeApp(files)
    const { code, output } = await sandbox.run(['move'], { answers: ['y'] })
    expect(code).toBe(0)
    expect(output).toContain(
      `${plugin}\n- import { QwikAuth$ } from "@auth/qwik"\n+ import { routeAuth$ } from "latchkey"\n`,
    )
    expect(sandbox.read(plugin)).toContain('latchkey')
  })

  it.each([
    ['a no', ['move'], { answers: ['n'] }, 1],
    ['no terminal to ask in', ['move'], {}, 1],
    ['--dry-run', ['move', '--dry-run', '--yes'], {}, 0],
  ] as const)('writes nothing after %s', async (_what, args, sitting, expected) => {
    const sandbox = makeApp(files)
    const { code, output } = await sandbox.run(args, sitting)
    expect(code).toBe(expected)
    expect(output).toContain('+ import { routeAuth$ }')
    expect(sandbox.read(plugin)).toBe(files[plugin])
    expect(sandbox.read('package.json')).toBe(manifest)
  })

  it('refuses without TypeScript, and says how to install it', async () => {
    const { code, errors } = await makeSandbox({ ...files, 'package.json': manifest }).run(['move'])
    expect({ code, errors }).toMatchObject({
      code: 1,
      errors: expect.stringContaining('npm install --save-dev typescript@5'),
    })
  })

  it('refuses a TypeScript that has no API for parsing', async () => {
    const { code, errors } = await makeApp(files, 'typescript-7').run(['move'])
    expect({ code, errors }).toMatchObject({
      code: 1,
      errors: expect.stringContaining('version 7'),
    })
  })

  it('writes no import into a Vite config that is a CommonJS module', async () => {
    const before = `const { qwikVite } = require("@builder.io/qwik/optimizer");
module.exports = { plugins: [qwikVite()] };
`
    const sandbox = makeApp({ ...files, 'vite.config.js': before })
    const { output } = await sandbox.run(['move', '--yes'])
    expect(sandbox.read('vite.config.js')).toBe(before)
    expect(output).toContain(
      'vite.config.js:1\n  move found no list of plugins here, or several.\n',
    )
  })

  it('says so if the plugin cannot be added to Vite', async () => {
    const sandbox = makeApp({ ...files, 'vite.config.ts': 'export default {}' })
    const { output } = await sandbox.run(['move', '--yes'])
    expect(output).toContain(
      'vite.config.ts:1\n  move found no list of plugins here, or several.\n',
    )
  })
})
