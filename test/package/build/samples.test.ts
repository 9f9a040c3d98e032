import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commands } from '../../../src/cli/commands.js'
import { makeFolder, root, runNode } from './folder.js'
import { appFiles } from './samples/app-files.js'
import { readCompileErrors } from './samples/compile-errors.js'
import {
  isCode,
  listPages,
  readExamples,
  readExamplesOf,
  readPage,
  readSamples,
  type Sample,
} from './samples/read-samples.js'
import { runSamples } from './samples/run-samples.js'
import { toFiles } from './samples/sample-files.js'

/** The number of samples that are not compiled, and of files that are compiled and not run. */
const mostSkipped = 0
const mostCompiled = 18
/** What `npm run qwik add express` gives the reader's own app. */
const expressServer = 'server/entry.express.js'

const samples = listPages().flatMap((page) => readSamples(page, readPage(page)))
// The recipe for Prisma needs a generated client, so prisma-recipe.test.ts compiles and runs it.
const files = toFiles(
  samples.filter(({ page, language }) => isCode(language) && page !== 'docs/recipes/prisma.md'),
)
const examples = toFiles(readExamples())
const folder = makeFolder(2)
afterAll(() => folder.remove())
folder.write('.', {
  ...appFiles,
  ...Object.fromEntries([...files, ...examples].map(({ path, text }) => [path, text])),
})

describe('the code in README, docs and comments', () => {
  it('compiles against the built package', async () => {
    expect(files.length).toBeGreaterThan(30)
    expect(examples.length).toBeGreaterThan(20)
    expect(await compile()).toEqual([])
  })

  it('is compiled, but for samples with a reason', () => {
    const skipped = samples.filter(({ marker }) => marker.kind === 'skip')
    expect(skipped.length).toBeLessThanOrEqual(mostSkipped)
  })

  it('runs, but for samples with a reason', async () => {
    const runnable = files.filter(({ isRun }) => isRun)
    expect(files.length - runnable.length).toBeLessThanOrEqual(mostCompiled)
    expect(await runSamples(folder, runnable)).toEqual([])
  })

  it('reports a sample that does not run, a config that the engine refuses, and output', async () => {
    const wrong = [
      "throw new Error('Oh.')",
      "import { routeAuth$ } from 'latchkey'\nrouteAuth$(() => ({ providers: [], basePath: 'auth' }))",
      "console.warn('Careful.')",
    ].map((code) => `\`\`\`ts\n${code}\n\`\`\`\n`)
    const failures = await runSamples(folder, toFiles(readSamples('wrong.md', wrong.join('\n'))))
    expect(failures).toEqual([
      expect.stringContaining('wrong.md:2: Error: Oh.'),
      expect.stringMatching(/wrong\.md:6: Error: InvalidBasePath /),
      expect.stringContaining('wrong.md:11: Error: It printed: Careful.'),
    ])
  })
})

describe('the JSON in README and docs', () => {
  it.each(found('json'))('%s can be parsed', (_at, { code }) => {
    expect(JSON.parse(code)).toBeTruthy()
  })
})

describe('the commands in README and docs', () => {
  const lines = found('sh').flatMap(([at, { code }]) =>
    code.split('\n').map((line) => [at, line.replace(/#.*$/, '').trim()] as const),
  )

  it.each(lines.filter(([, line]) => line.includes('npx latchkey')))('%s: %s', (_at, line) => {
    const [, name] = /npx latchkey (\S+)/.exec(line) ?? []
    expect(commands.map((command) => command.name)).toContain(name)
  })

  it.each(lines.filter(([, line]) => /\bnpm (run|start|test)\b/.test(line)))(
    '%s: %s',
    (_at, line) => {
      const [, verb, workspace, script] =
        /npm (run|start|test)(?: -w (\S+))? ?(\S+)?/.exec(line) ?? []
      // A command for the reader's own app is one that a Qwik app has, such as the demo. Every app
      // that `npm create qwik` makes has the script `qwik`, too.
      const scripts = [...scriptsOf(workspace), ...scriptsOf('demo'), 'qwik']
      expect(scripts).toContain(verb === 'run' ? script : verb)
    },
  )

  it.each(lines.filter(([, line]) => /^node \S+\.m?js/.test(line)))('%s: %s', (_at, line) => {
    const [, file = ''] = /^node (\S+)/.exec(line) ?? []
    expect(file === expressServer || existsSync(join(root, file))).toBe(true)
  })
})

describe('the reader of samples', () => {
  const read = (text: string): Sample['marker'] | undefined => readSamples('a.md', text)[0]?.marker
  const block = '```ts\nlet a\n```\n'

  it('reads the marker right before a block, and no other', () => {
    expect(read(`<!-- sample: options -->\n\n${block}`)?.kind).toBe('options')
    expect(read(`<!-- sample: options -->\n\nText.\n\n${block}`)?.kind).toBe('whole')
    const compile = '<!-- sample: compile, because it waits -->'
    expect(read(`<!-- sample setup:\nlet b\n-->\n${compile}\n${block}`)).toMatchObject({
      kind: 'compile',
      reason: 'it waits',
      setup: 'let b\n',
    })
  })

  it('refuses a marker without a reason, and one that it does not know', () => {
    expect(() => read(`<!-- sample: skip -->\n${block}`)).toThrow('Expected a marker')
    expect(() => read(`<!-- sample: compile -->\n${block}`)).toThrow('Expected a marker')
    expect(() => read(`<!-- sample: ignore -->\n${block}`)).toThrow('Expected a marker')
  })

  it('finds the line of an error', () => {
    const [file] = toFiles(readSamples('a.md', `# A\n\n<!-- sample setup:\nlet b\n-->\n\n${block}`))
    expect(file?.text.split('\n').indexOf('let a')).toBe(2)
    expect(file?.locate(3)).toBe('a.md:8')
  })

  it('reads the examples in comments, with their lines', () => {
    const source =
      '/**\n * Greets.\n *\n * @example\n * ```ts\n * greet()\n * ```\n */\nexport {}\n'
    expect(readExamplesOf('src/greet.ts', source)).toMatchObject([
      { page: 'src/greet.ts', line: 6, code: 'greet()\n', marker: { kind: 'compile' } },
    ])
  })

  it('reports a sample that does not compile', async () => {
    const wrong = toFiles(readSamples('wrong.md', '```ts\nconst a: number = "text"\n```\n'))
    folder.write('wrong', {
      'tsconfig.json': '{ "extends": "../tsconfig.json", "include": ["."] }',
    })
    folder.write('wrong', Object.fromEntries(wrong.map(({ path, text }) => [path, text])))
    expect((await runTsc('wrong')).output).toContain('TS2322')
  })
})

describe('the reader of what the compiler prints', () => {
  it('finds each error and its place', () => {
    const output = 'src/a.ts(3,1): error TS2322: Wrong.\n'
    expect(readCompileErrors({ code: 2, output })).toEqual([
      { path: 'src/a.ts', line: 3, message: 'error TS2322: Wrong.' },
    ])
    expect(readCompileErrors({ code: 0, output: '' })).toEqual([])
  })

  it('does not take a crash for a success', () => {
    const output = 'FATAL ERROR: JavaScript heap out of memory'
    expect(() => readCompileErrors({ code: 134, output })).toThrow(`tsc exited with 134: ${output}`)
  })
})

function found(language: string): [string, Sample][] {
  return samples
    .filter((sample) => sample.language === language)
    .map((sample) => [`${sample.page}:${sample.line}`, sample])
}

function scriptsOf(workspace: string | undefined): string[] {
  const place = workspace?.replace('latchkey-', '') ?? '.'
  const text = readFileSync(join(root, place, 'package.json'), 'utf8')
  const { scripts } = JSON.parse(text) as { scripts: Record<string, string> }
  return Object.keys(scripts)
}

/** Returns the errors with their places in the documentation. */
async function compile(): Promise<string[]> {
  return readCompileErrors(await runTsc('.')).map(({ path, line, message }) => {
    const file = [...files, ...examples].find((one) => one.path === path)
    return `${file?.locate(line) ?? path}: ${message}`
  })
}

function runTsc(project: string): ReturnType<typeof runNode> {
  const { resolve } = createRequire(import.meta.url)
  const tsc = join(dirname(resolve('typescript/package.json')), 'bin/tsc')
  return runNode([tsc, '--pretty', 'false', '-p', project], folder.path)
}
