import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFolder, root, runNode } from './folder.js'
import { initialise, runCommand } from './init.js'

const folder = makeFolder()
afterAll(() => folder.remove())

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

describe('the published command', () => {
  it('begins as a script of Node does', () => {
    const script = readFileSync(join(root, manifest.bin.latchkey), 'utf8')
    expect(script).toMatch(/^#!\/usr\/bin\/env node\n/)
  })

  it('runs, and tells its version', async () => {
    const run = await runCommand(folder, '.', ['--version'])
    expect(run).toEqual({ code: 0, output: `${manifest.version}\n` })
  })

  it('refuses in one line, with exit code 1', async () => {
    const run = await runCommand(folder, '.', ['inti'])
    expect(run).toEqual({ code: 1, output: 'Unknown command "inti". Did you mean "init"?\n' })
  })

  it.each([
    ['init', ['init', '--yes', '--providers', 'email,github'], 0],
    ['doctor', ['doctor'], 1],
  ])('%s does its work if the reader of its output ends first', async (name, args, expected) => {
    folder.write(`piped ${name}`, {
      'package.json': JSON.stringify({ dependencies: { '@builder.io/qwik-city': '*' } }),
      'src/routes/index.tsx': '',
    })
    const app = join(folder.path, `piped ${name}`)
    const command = join(folder.path, 'node_modules/latchkey', manifest.bin.latchkey)
    const child = spawn(process.execPath, [command, ...args], { cwd: app })
    child.stdout.destroy()
    let errors = ''
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect({ code, errors }).toEqual({ code: expected, errors: '' })
    expect(existsSync(join(app, '.env'))).toBe(name === 'init')
  })

  it('does not ask questions when its input is a pipe', async () => {
    folder.write('an app', {
      'package.json': JSON.stringify({ dependencies: { '@builder.io/qwik-city': '*' } }),
      'src/routes/index.tsx': '',
    })
    const { code, output } = await runCommand(folder, 'an app', ['init', '-p', 'github'])
    expect(output).toContain('Nothing was written.')
    expect(output).not.toContain('\u001B')
    expect(code).toBe(1)
  })
})

describe('what init writes', () => {
  const resolve = createRequire(import.meta.url).resolve
  const tsc = join(dirname(resolve('typescript-5.4/package.json')), 'bin/tsc')

  /** As in the apps that `npm create qwik` makes. */
  const compilerOptions = {
    target: 'ES2020',
    module: 'ES2022',
    lib: ['es2022', 'DOM', 'WebWorker', 'DOM.Iterable'],
    jsx: 'react-jsx',
    jsxImportSource: '@builder.io/qwik',
    strict: true,
    moduleResolution: 'Bundler',
    skipLibCheck: true,
    isolatedModules: true,
    noEmit: true,
    types: ['node', 'vite/client'],
  }

  it('has the right types with every provider and every database', async () => {
    const { output: list } = await runCommand(folder, '.', ['init', '--list'])
    const providers = list.trim().split('\n')
    expect(providers.length).toBeGreaterThan(150)
    const apps = ['every', 'paged', 'sqlite', 'postgres', 'mysql', 'redis']
    await initialise(folder, 'every', providers.join(','))
    await initialise(folder, 'paged', 'credentials', '--page')
    for (const id of apps.slice(2)) await initialise(folder, id, 'credentials', '--database', id)
    folder.write('.', {
      'tsconfig.json': JSON.stringify({
        compilerOptions,
        include: apps.map((app) => `${app}/src`),
      }),
    })
    expect(await runNode([tsc, '--pretty', 'false'], folder.path)).toEqual({ code: 0, output: '' })
  })
})
