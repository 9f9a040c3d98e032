import { describe, expect, it } from 'vitest'
import { moveApp } from './move-app.js'

const plugin = 'src/routes/plugin@auth.ts'
const config = 'src/auth.config.ts'
const call = 'import { QwikAuth$ } from "@auth/qwik";\n'
const ignored = '@auth/qwik ignored basePath and served /auth'

describe('an option that is assigned to a config', () => {
  it('is removed if Auth.js ignored it, with every other comment intact', async () => {
    const { read, output } = await moveApp({
      [plugin]: `${call}QwikAuth$(() => {
  const config = { providers: [] }; // the providers
  // the path
  config.basePath = "/other"; // as before
  // the callbacks
  config.callbacks = {};
  return config;
});
`,
    })
    expect(read(plugin)).toBe(`import { routeAuth$ } from "latchkey";
routeAuth$(() => {
  const config = { compatibility: "authjs" as const, providers: [] }; // the providers
  // the callbacks
  config.callbacks = {};
  return config;
});
`)
    expect(output).toContain(`${plugin}:5\n  ${ignored}`)
    expect(output).toContain('move removes the option')
  })

  it.each([
    ['by a name in brackets', 'config["basePath"] = "/other";'],
    ['under a condition', 'if (isTest) { config.basePath = "/other"; }'],
    ['with a type', '(config as any).basePath = "/other";'],
  ])('is removed if it is set %s', async (_what, line) => {
    const { read, output } = await moveApp({
      [plugin]: `${call}const config = {};\n${line}\nQwikAuth$(() => config);\n`,
    })
    expect(read(plugin)).not.toContain('/other')
    expect(output).toContain(`${plugin}:3\n  ${ignored}`)
  })

  it.each([
    ['in a condition without braces', 'if (isTest) config.basePath = "/other";'],
    ['in an expression', 'const path = (config.basePath = "/other");'],
    ['by another operator', 'log(config.basePath ??= "/other");'],
  ])('is reported if it is set %s', async (_what, line) => {
    const { read, output } = await moveApp({
      [plugin]: `${call}const config = {};\n${line}\nQwikAuth$(() => config);\n`,
    })
    expect(read(plugin)).toContain(line)
    expect(output).toContain(`${plugin}:3\n  ${ignored}`)
    expect(output).toContain('Remove this assignment')
  })

  it.each([
    ['logger', 'config.logger = { error() {} };', 'Auth.js calls logger.error'],
    ['a part of the logger', 'config.logger.error = log;', 'Auth.js calls logger.error'],
    ['skipCSRFCheck', 'config.skipCSRFCheck = skipCSRFCheck;', 'skipCSRFCheck turns off'],
    ['cookies', 'config.cookies ??= {};', 'Latchkey keeps the state of a sign-in in one cookie'],
    ['a short secret', 'config.secret = "k3Jx9Qp7wZ";', 'The secret in this file has fewer'],
  ])('is reported: %s', async (_what, line, problem) => {
    const { output } = await moveApp({
      [plugin]: `${call}QwikAuth$(() => {\n  const config = {};\n  ${line}\n  return config;\n});\n`,
    })
    expect(output).toContain(`${plugin}:4\n  ${problem}`)
  })

  it('counts as the option that it sets', async () => {
    const { read, output } = await moveApp(
      {
        [plugin]: `${call}const config = {};\nconfig.trustHost = true;\nconfig.compatibility = "authjs";\nQwikAuth$(() => config);\n`,
      },
      ['--rolling'],
    )
    expect(read(plugin)).toContain('const config = {};')
    expect(output).not.toContain('Look at')
  })

  it('is found where the config is made and where it is used', async () => {
    const { output, read } = await moveApp({
      [plugin]: `${call}import { made as config } from "~/auth.config";\nconfig.logger = {};\nQwikAuth$(() => config);\n`,
      [config]: `const own = {};\nown.basePath = "/other";\nexport { own as made };\n`,
    })
    expect(output).toContain(`${plugin}:3\n  Auth.js calls logger.error`)
    expect(output).toContain(`${config}:2\n  ${ignored}`)
    expect(read(config)).not.toContain('/other')
  })

  it('of a parameter is found, and another variable of that name is left alone', async () => {
    const { output, read } = await moveApp({
      [plugin]: `${call}const withPath = (config) => { config.basePath = "/other"; return config };
const vite = () => { const config = {}; config.basePath = "/vite"; return config };
QwikAuth$(() => withPath({}));
`,
    })
    expect(read(plugin)).toContain('(config) => { return config }')
    expect(read(plugin)).toContain('config.basePath = "/vite"')
    expect(output.split(ignored)).toHaveLength(2)
  })

  it('of a parameter with the same name is left alone', async () => {
    const text = '(config) => { config.basePath = "/vite" }'
    const { output, read } = await moveApp({
      [plugin]: `${call}const config = {};\nexport const vite = ${text};\nQwikAuth$(() => config);\n`,
    })
    expect(read(plugin)).toContain(text)
    expect(output).not.toContain(ignored)
  })

  it.each([
    ['Object.assign', 'Object.assign(config, { basePath: "/other" });', 'return config;'],
    ['a returned Object.assign', '', 'return Object.assign(config, { basePath: "/other" });'],
  ])('is reported if %s copies it', async (_what, line, end) => {
    const { output, read } = await moveApp({
      [plugin]: `${call}QwikAuth$(() => {\n  const config = {}; ${line}\n  ${end}\n});\n`,
    })
    expect(read(plugin)).toContain('const config = {compatibility: "authjs" as const}')
    expect(output).toContain(ignored)
    expect(output).not.toContain('cannot see')
  })

  it('whose name is computed is reported', async () => {
    const { output } = await moveApp({
      [plugin]: `${call}const config = {};\nconfig[name] = value;\nQwikAuth$(() => config);\n`,
    })
    expect(output).toContain(`${plugin}:3\n  move cannot see this part of the config`)
  })
})

describe('the comments around a removed option', () => {
  it.each([
    [
      'on the line before it stay',
      '\n  a: 1, // about a\n  basePath: "/other",\n  b: 2,\n',
      '\n  a: 1, // about a\n  b: 2,\n',
    ],
    [
      'on its own line go',
      '\n  a: 1,\n  // the path\n  basePath: "/other", // old\n  // about b\n  b: 2,\n',
      '\n  a: 1,\n  // about b\n  b: 2,\n',
    ],
    [
      'before more code stay',
      ' a: 1, /* path */ basePath: "/other", /* about b */ b: 2 ',
      ' a: 1, /* path */ /* about b */ b: 2 ',
    ],
    [
      'behind the brace stay',
      ' // all options\n  basePath: "/other",\n  b: 2,\n',
      ' // all options\n  b: 2,\n',
    ],
    [
      'behind the last option stay',
      '\n  a: 1,\n  basePath: "/other"\n  // the end\n',
      '\n  a: 1,\n  // the end\n',
    ],
  ])('%s', async (_what, before, after) => {
    const { read } = await moveApp({ [plugin]: `${call}QwikAuth$(() => ({${before}}));\n` }, [])
    expect(read(plugin)).toContain(`routeAuth$(() => ({${after}}));`)
  })
})

describe('a config that is assigned to a variable later', () => {
  it('is followed', async () => {
    const { read, output } = await moveApp({
      [plugin]: `${call}let config;\nif (isTest) config = { logger: {} };\nelse config = { cookies: {} };\nQwikAuth$(() => config);\n`,
    })
    expect(read(plugin)).toContain('{ compatibility: "authjs" as const, logger: {} }')
    expect(read(plugin)).toContain('{ compatibility: "authjs" as const, cookies: {} }')
    expect(output).not.toContain('cannot see')
  })

  it('is followed if it repeats itself', async () => {
    const again = 'config = { ...config, a: 1 };\n'.repeat(20)
    const { read, output } = await moveApp({
      [plugin]: `${call}let config = { basePath: "/other" };\n${again}QwikAuth$(() => config);\n`,
    })
    expect(output).toContain(ignored)
    expect(read(plugin).split('compatibility')).toHaveLength(22)
  })
})

describe('basePath in a config of @builder.io/qwik-auth, which ignored it', () => {
  const former = 'import { serverAuth$ } from "@builder.io/qwik-auth";\n'
  const problem = '@builder.io/qwik-auth ignored basePath and served /api/auth'

  it('is replaced with the path of the routes', async () => {
    const { read, output } = await moveApp(
      {
        [plugin]: `${former}serverAuth$(() => ({\n  basePath: "/other",\n  providers: [],\n}));\n`,
      },
      [],
    )
    expect(read(plugin)).toContain('({\n  basePath: "/api/auth",\n  providers: [],\n})')
    expect(output).toContain(`${plugin}:3\n  ${problem}`)
  })

  it('is removed as an assignment', async () => {
    const { read } = await moveApp(
      {
        [plugin]: `${former}const config = {};\nconfig.basePath = path;\nserverAuth$(() => config);\n`,
      },
      [],
    )
    expect(read(plugin)).toContain('const config = {basePath: "/api/auth"};\nrouteAuth$')
  })

  it('is reported in an object that is spread', async () => {
    const { read, output } = await moveApp(
      {
        [plugin]: `${former}const base = { basePath: "/other" };\nserverAuth$(() => ({ ...base }));\n`,
      },
      [],
    )
    expect(read(plugin)).toContain('({ ...base })')
    expect(output).toContain(`${plugin}:2\n  ${problem}`)
    expect(output).toContain("Add basePath: '/api/auth' to the config after the spread")
  })

  it('stays if it is the path of the routes', async () => {
    const text = '(() => ({ basePath: "/api/auth" }));'
    const { read, output } = await moveApp({ [plugin]: `${former}serverAuth$${text}\n` }, [])
    expect(read(plugin)).toContain(`routeAuth$${text}`)
    expect(output).not.toContain(problem)
  })
})
