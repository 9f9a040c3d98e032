import { describe, expect, it } from 'vitest'
import { moveApp } from './move-app.js'

const plugin = 'src/routes/plugin@auth.ts'
const call = 'import { QwikAuth$ } from "@auth/qwik";\n'

const object = '{\n  basePath: "/other",\n  logger: {},\n}'
const moved = '{\n  compatibility: "authjs" as const,\n  logger: {},\n}'
/** The call gives a type to what is written in it. */
const movedInCall = moved.replace(' as const', '')

describe('a config behind a call', () => {
  it.each([
    ['of a function', `const make = (env) => (${object});\nQwikAuth$(({ env }) => make(env));\n`],
    [
      'of an async function',
      `async function make() { return ${object}; }\nQwikAuth$(async () => await make());\n`,
    ],
    [
      'that returns the config function',
      `const make = (name) => () => (${object});\nQwikAuth$(make("a"));\n`,
    ],
    [
      'that returns its argument',
      `const check = (config) => { log(config); return config };\nQwikAuth$(() => check(${object}));\n`,
    ],
    [
      'with a constant inside',
      `const make = (config) => { const all = config; return all };\nQwikAuth$(() => make(${object}));\n`,
    ],
    ['of Object.freeze', `QwikAuth$(() => Object.freeze(${object}));\n`],
    [
      'that keeps a closure',
      `const make = (config) => () => config;\nQwikAuth$(make(${object}));\n`,
    ],
    ['of $', `import { $ } from "@builder.io/qwik";\nQwikAuthQrl($(() => (${object})));\n`],
  ])('%s is followed', async (_what, rest) => {
    const { read, output } = await moveApp({
      [plugin]: `import { QwikAuth$, QwikAuthQrl } from "@auth/qwik";\n${rest}`,
    })
    expect(read(plugin)).toContain(moved)
    expect(read(plugin)).not.toContain('/other')
    expect(output).toContain('Auth.js calls logger.error')
    expect(output).not.toContain('cannot see')
  })

  it('of a log, as the last of two values, is followed', async () => {
    const { read, output } = await moveApp({
      [plugin]: `${call}QwikAuth$(({ env }) => (console.log(env), ${object}));\n`,
    })
    expect(read(plugin)).toContain(movedInCall)
    expect(output).not.toContain('cannot see')
  })

  it('of a function in another file is followed', async () => {
    const { read } = await moveApp({
      [plugin]: `${call}import makeConfig from "~/config";\nQwikAuth$((event) => makeConfig(event.env));\n`,
      'src/config.ts': `export default function (env) { return ${object} }\n`,
    })
    expect(read('src/config.ts')).toContain(moved)
  })

  it('that merges defaults into its argument is followed on both ways', async () => {
    const { read, output } = await moveApp({
      [plugin]: `${call}import { withDefaults } from "~/defaults";\nQwikAuth$(withDefaults({ basePath: "/mine", skipCSRFCheck }));\n`,
      'src/defaults.ts': `const defaults = { basePath: "/other", cookies: {} };
export const withDefaults = (config) => () => ({ ...defaults, ...config });\n`,
    })
    expect(output).toContain(`${plugin}:3\n  @auth/qwik ignored basePath`)
    expect(output).toContain('src/defaults.ts:1\n  @auth/qwik ignored basePath')
    expect(read('src/defaults.ts')).toContain(
      '({ compatibility: "authjs" as const, ...defaults, ...config })',
    )
    expect(output).toContain(`${plugin}:3\n  skipCSRFCheck turns off`)
    expect(output).toContain('src/defaults.ts:1\n  Latchkey keeps the state of a sign-in')
  })
})

describe('a config with spreads', () => {
  it('is changed in its own object, and its options are reported where they are', async () => {
    const { read, output } = await moveApp({
      [plugin]: `${call}import { base } from "~/base";\nQwikAuth$(() => ({ ...base, ...(isTest && { logger }), providers }));\n`,
      'src/base.ts': `export const base = { basePath: "/other", secret: "k3Jx9Qp7wZ" };\n`,
    })
    expect(output).toContain('src/base.ts:1\n  @auth/qwik ignored basePath')
    expect(read(plugin)).toContain('({ compatibility: "authjs", ...base, ')
    expect(output).toContain('src/base.ts:1\n  The secret in this file has fewer')
    expect(output).toContain(`${plugin}:3\n  Auth.js calls logger.error`)
  })

  it('does not get an option twice that a spread brings', async () => {
    const { read } = await moveApp({
      [plugin]: `${call}const base = { compatibility: "authjs" };\nQwikAuth$(() => ({ ...base, providers: [] }));\n`,
    })
    expect(read(plugin)).toContain('(() => ({ ...base, providers: [] }))')
  })
})

describe('a config that another file re-exports', () => {
  it.each([
    ['by name', 'export { config } from "./auth.config";\n'],
    ['under another name', 'export { other as config } from "./auth.config";\n'],
    ['as a whole', 'export * from "./auth.config";\n'],
    ['after an import', 'import { config } from "./auth.config";\nexport { config };\n'],
  ])('%s is followed', async (_what, barrel) => {
    const { read, output } = await moveApp({
      [plugin]: `${call}import { config } from "~/barrel";\nQwikAuth$(() => config);\n`,
      'src/barrel.ts': barrel,
      'src/auth.config.ts': `const config = ${object}\nexport { config, config as other }\n`,
    })
    expect(read('src/auth.config.ts')).toContain(moved)
    expect(output).not.toContain('cannot see')
  })

  it('from a package is reported', async () => {
    const { output } = await moveApp({
      [plugin]: `${call}import { config } from "~/barrel";\nQwikAuth$(() => config);\n`,
      'src/barrel.ts': 'export { config } from "@company/auth";\n',
    })
    expect(output).toContain(`${plugin}:3\n  move cannot see`)
    expect(output).toContain("Add compatibility: 'authjs' to the config.")
  })

  it('is followed if the initializer is re-exported, too', async () => {
    const { read } = await moveApp({
      [plugin]: `import { auth$ } from "~/barrel";\nauth$(() => (${object}));\n`,
      'src/barrel.ts': 'export { QwikAuth$ as auth$, QwikAuthQrl as authQrl } from "@auth/qwik";\n',
    })
    expect(read(plugin)).toContain(movedInCall)
  })
})

describe('a config that cannot be followed', () => {
  it.each([
    ['a call of a package', 'import { load } from "pkg";\nQwikAuth$(() => load());\n'],
    ['a call of a method', 'const a = {};\nQwikAuth$(() => a.load());\n'],
    ['a spread of a package', 'import { base } from "pkg";\nQwikAuth$(() => ({ ...base }));\n'],
    ['a member', 'const all = {};\nQwikAuth$(() => all.config);\n'],
    [
      'a parameter',
      'const config = {};\nexport const make = (config) => QwikAuth$(() => config);\n',
    ],
    ['the rest of a parameter', 'const f = ({ a, ...rest }) => rest;\nQwikAuth$(() => f({}));\n'],
    ['a hidden parameter', 'const f = (a) => (a) => a;\nQwikAuth$(f({}));\n'],
    ['itself', 'const a = () => a();\nQwikAuth$(a);\n'],
    ['a variable that is set later', 'let config;\nQwikAuth$(() => config);\n'],
  ])('because it is %s is reported with its line and a cure', async (what, rest) => {
    const { output } = await moveApp({ [plugin]: call + rest }, [])
    const line = ['the rest of a parameter', 'a hidden parameter', 'itself'].includes(what) ? 2 : 3
    expect(output).toContain(
      `${plugin}:${line}\n  move cannot see this part of the config, so it changes no option there.\n`,
    )
    expect(output).toContain('Remove basePath from it, because @auth/qwik ignored it.')
    expect(output).toContain('logger, cookies, secret and skipCSRFCheck')
  })

  it('is reported for @builder.io/qwik-auth with the option that it needs', async () => {
    const { output } = await moveApp({
      [plugin]: `import { serverAuth$ } from "@builder.io/qwik-auth";\nimport { a } from "pkg";\nserverAuth$(() => a);\n`,
    })
    expect(output).toContain("Add basePath: '/api/auth' to the config.")
    expect(output).toContain("Add compatibility: 'authjs' to the config.")
  })
})

describe('an alias of a tsconfig.json that extends another', () => {
  const base = '{ "compilerOptions": { "paths": { "#auth": ["../src/auth.config.ts"] } } }'

  it.each([
    ['a file', '{ "extends": "./config/base.json" }', base],
    ['a file without its extension', '{ "extends": "./config/base" }', base],
    ['the last of a list', '{ "extends": ["./none.json", "./config/base.json"] }', base],
    [
      'a file with a baseUrl',
      '{ "extends": "./config/base.json", "compilerOptions": { "strict": true } }',
      '{ "compilerOptions": { "baseUrl": "..", "paths": { "#auth": ["src/auth.config"] } } }',
    ],
    ['a file that extends a third', '{ "extends": "./config/next.json" }', base],
  ])('is followed: %s', async (_what, tsconfig, text) => {
    const { read } = await moveApp({
      [plugin]: `${call}import { config } from "#auth";\nQwikAuth$(() => config);\n`,
      'src/auth.config.ts': `export const config = ${object}\n`,
      'tsconfig.json': tsconfig,
      'config/base.json': text,
      'config/next.json': '{ "extends": "./base.json" }',
    })
    expect(read('src/auth.config.ts')).toContain(moved)
  })

  it('ends at a circle', async () => {
    const { output } = await moveApp({
      [plugin]: `${call}import { config } from "#auth";\nQwikAuth$(() => config);\n`,
      'tsconfig.json': '{ "extends": "./tsconfig.json" }',
    })
    expect(output).toContain(`${plugin}:3\n  move cannot see`)
  })
})
