import { describe, expect, it } from 'vitest'
import { newestIn } from '../../src/cli/move/version-range.js'
import { makeTypeScriptApp } from './typescript-app.js'

async function report(
  packages: Readonly<Record<string, string>>,
  installed: Readonly<Record<string, string>> = {},
): Promise<string> {
  const modules = Object.entries(installed).map(([name, version]) => [
    `node_modules/${name}/package.json`,
    JSON.stringify({ version }),
  ])
  const all = { '@auth/qwik': '0.9.1', '@builder.io/qwik-city': '^1.20.1', ...packages }
  const sandbox = makeTypeScriptApp({
    'package.json': JSON.stringify({ name: 'app', devDependencies: all }, undefined, 2),
    'vite.config.ts': 'export default { plugins: [qwikVite()] }',
    'src/routes/index.tsx': '',
    ...(Object.fromEntries(modules) as Record<string, string>),
  })
  const { code, output } = await sandbox.run(['move', '--dry-run'])
  expect(code).toBe(0)
  return output
}

describe('latchkey move reports a package that is too old for Latchkey', () => {
  it.each([
    ['vite', '^5.3.5', '6'],
    ['vite', '5.4', '6'],
    ['@builder.io/qwik', '1.7.3', '1.19.2'],
    ['@builder.io/qwik', '~1.19.0-dev', undefined],
    ['@builder.io/qwik', '~1.18.0', '1.19.2'],
    ['@builder.io/qwik', '<1.19.2', '1.19.2'],
    ['@builder.io/qwik', '1.5 || 1.6.x', '1.19.2'],
    ['nodemailer', '^6.9.0', '7.0.11'],
    ['nodemailer', '^7.0.0', undefined],
    ['@builder.io/qwik', '^1.7.3', undefined],
    ['vite', '>=5', undefined],
    ['vite', 'latest', undefined],
    ['vite', 'catalog:', undefined],
    ['vite', '^5 || ^6', undefined],
    ['left-pad', '0.0.1', undefined],
  ])('%s %s', async (name, range, wanted) => {
    const output = await report({ [name]: range })
    const problem = `${name} ${range} is too old. Latchkey needs ${wanted ?? ''} or later.`
    if (wanted === undefined) expect(output).not.toContain('too old')
    else expect(output).toContain(`package.json:6\n  ${problem}\n  Update ${name} before the move`)
  })

  it('that is installed, whatever the range allows', async () => {
    const output = await report(
      { vite: '*', nodemailer: '^7' },
      { vite: '5.4.1', nodemailer: '7.0.11' },
    )
    expect(output).toContain('package.json:6\n  vite 5.4.1 is too old. Latchkey needs 6 or later.')
    expect(output).not.toContain('nodemailer 7')
  })

  it('that package.json allows, whatever is installed', async () => {
    const output = await report({ vite: '^5.2.10' }, { vite: '7.3.0' })
    expect(output).toContain('package.json:6\n  vite ^5.2.10 is too old.')
  })

  it.each([
    ['0.18.0', {}, 'package.json:6\n  @auth/core 0.18.0 writes session cookies'],
    ['^0.18.4', {}, 'package.json:6\n  @auth/core ^0.18.4 writes session cookies'],
    ['latest', { '@auth/core': '0.12.0' }, 'package.json:6\n  @auth/core 0.12.0 writes session'],
    [undefined, { '@auth/core': '0.12.0' }, 'package.json:1\n  @auth/core 0.12.0 writes session'],
    ['^0.19.0', {}, undefined],
    ['^0.30.0', { '@auth/core': '0.30.0' }, undefined],
    [undefined, {}, undefined],
  ])(
    'or whose session cookies Latchkey does not read: @auth/core %s with %o installed',
    async (range, installed, problem) => {
      const output = await report(range === undefined ? {} : { '@auth/core': range }, installed)
      if (problem === undefined) expect(output).not.toContain('writes session cookies')
      else expect(output).toContain(problem)
    },
  )

  it('among the dependencies of Qwik 2', async () => {
    const packages = { '@qwik.dev/core': '2.0.0-beta.9', '@qwik.dev/router': '2.0.0-beta.45' }
    const output = await report(packages)
    expect(output).toContain('@qwik.dev/core 2.0.0-beta.9 is too old.')
    expect(output).not.toContain('@qwik.dev/router 2')
  })
})

describe('the newest version of a range', () => {
  it.each([
    ['1.2.3', '1.2.3'],
    ['=v1.2.3', '1.2.3'],
    ['1.2.3-beta.4', '1.2.3-beta.4'],
    ['^1.2.3', '1.Infinity.Infinity'],
    ['^0.2.3', '0.2.Infinity'],
    ['^0.0.3', '0.0.3'],
    ['~1.2.3', '1.2.Infinity'],
    ['~1', '1.Infinity.Infinity'],
    ['1', '1.Infinity.Infinity'],
    ['1.x', '1.Infinity.Infinity'],
    ['1.2.*', '1.2.Infinity'],
    ['<2', '1.Infinity.Infinity'],
    ['<1.19.0', '1.18.Infinity'],
    ['<=1.2.3', '1.2.3'],
    ['>=1 <3.0.0', '2.Infinity.Infinity'],
    ['1.0.0 - 2.3.4', '2.3.4'],
    ['^5 || ^4', '5.Infinity.Infinity'],
    ['>1', undefined],
    ['*', undefined],
    ['', undefined],
    ['next', undefined],
    ['workspace:*', undefined],
    ['npm:other@5.4.1', undefined],
    ['github:owner/repo#v5.4.1', undefined],
    ['^1 || *', undefined],
  ])('%s ends with %s', (range, newest) => {
    expect(newestIn(range)).toBe(newest)
  })
})
